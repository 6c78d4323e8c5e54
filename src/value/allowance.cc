// SPDX-License-Identifier: Apache-2.0
#include "value/allowance.h"

#include "absl/strings/str_cat.h"
#include "base/discretion.h"

namespace loom {

absl::Status Allowance::Look(size_t memory) {
  next_look_ = steps_ + kLookEvery;
  if (limits_.stopped && limits_.stopped()) {
    was_stopped_ = true;
    return absl::CancelledError("nobody waits for the answer");
  }
  if (memory > limits_.memory) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "the call needs more than ", limits_.memory, " bytes of memory")));
  }
  if (steps_ > limits_.steps) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("the call needs more than ", limits_.steps, " steps")));
  }
  return absl::OkStatus();
}

}  // namespace loom
