// SPDX-License-Identifier: Apache-2.0
#include "data/value/budget.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "data/value/deferred.h"

namespace loom {

absl::Status TextTooLong() {
  return Harmless(absl::FailedPreconditionError(
      absl::StrCat("makes a string of more than ", kMaxText, " bytes")));
}

std::string NearestName(absl::string_view name,
                        const std::vector<absl::string_view>& candidates,
                        Pool* pool) {
  pool->account().Note(Writing(candidates.size() * name.size()));
  return NearestName(name, {candidates.begin(), candidates.end()});
}

Value CountMade(Value value, Pool* pool) {
  pool->account().NoteMade(WeightOf(value));
  return value;
}

std::string CountMade(std::string text, Pool* pool) {
  pool->account().NoteMade(text.size());
  return text;
}

Value MakeCopy(const Value& value, Pool* pool) {
  return CountMade(Copy(value, pool), pool);
}

Value MakeText(absl::string_view text, Pool* pool) {
  return CountMade(Text(text, pool), pool);
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
