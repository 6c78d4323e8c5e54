// SPDX-License-Identifier: Apache-2.0
#include "data/value/budget.h"

#include "absl/strings/str_cat.h"
#include "base/redacted_message.h"
#include "data/value/deferred.h"

namespace loom {

absl::Status TextTooLong() {
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("makes a string of more than ", kMaxText, " bytes")));
}

absl::Status MadeTooMuch() {
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "patches make more than ", kMaxMade, " bytes in this call")));
}

size_t WeightOfContainer(const Value& value) {
  size_t weight = sizeof(Value);
  if (value.IsArray()) {
    for (const Value& element : Items(value)) weight += WeightOf(element);
    return weight;
  }
  for (auto& member : Members(value)) {
    weight += WeightOf(member.name) + WeightOf(member.value);
  }
  return weight;
}

}  // namespace loom
