// SPDX-License-Identifier: Apache-2.0
#include "base/discretion.h"

#include "absl/strings/cord.h"

namespace loom {
namespace {

constexpr absl::string_view kTold = "loom/told";

}  // namespace

absl::Status Harmless(absl::Status status) {
  std::string whole(status.message());
  return Harmless(std::move(status), whole);
}

absl::Status Harmless(absl::Status status, absl::string_view told) {
  status.SetPayload(kTold, absl::Cord(told));
  return status;
}

std::string DiscreetMessage(const absl::Status& status) {
  auto told = status.GetPayload(kTold);
  return told.has_value() ? std::string(*told) : std::string(kHidden);
}

}  // namespace loom
