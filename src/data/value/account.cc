// SPDX-License-Identifier: Apache-2.0
#include "data/value/account.h"

#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/discretion.h"

namespace loom {

Account::~Account() {
  if (limits_.shared != nullptr) limits_.shared->Give(held_);
}

void Account::Set(Limits limits) {
  limits_ = std::move(limits);
  next_look_ = std::min(kLookEvery, limits_.steps + 1);
}

absl::Status Account::TooMuchMemory() const {
  return Harmless(absl::FailedPreconditionError(absl::StrCat(
      "the call needs more than ", limits_.memory, " bytes of memory")));
}

absl::Status Account::Look() {
  absl::Status status = WhyToEnd();
  // A call that is to end is looked at with every step from now on.
  next_look_ =
      status.ok() ? std::min(steps_ + kLookEvery, limits_.steps + 1) : 0;
  return status;
}

absl::Status Account::WhyToEnd() {
  if (limits_.stopped && limits_.stopped()) {
    was_stopped_ = true;
    return absl::CancelledError("nobody waits for the answer");
  }
  if (held_ > limits_.memory) return TooMuchMemory();
  if (steps_ > limits_.steps) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("the call needs more than ", limits_.steps, " steps")));
  }
  return absl::OkStatus();
}

void Account::Hold(size_t bytes) {
  if (held_ + bytes > limits_.memory + kSlack) {
    refusal_ = Refusal::kOfThisCall;
    throw std::bad_alloc();
  }
  if (limits_.shared != nullptr && !limits_.shared->Take(bytes)) {
    refusal_ = Refusal::kOfAllCalls;
    throw std::bad_alloc();
  }
  held_ += bytes;
  steps_ += bytes / limits::kFilledBytesOfAStep;
  if (held_ > limits_.memory) next_look_ = 0;
}

absl::Status Account::refusal() const {
  switch (refusal_) {
    case Refusal::kNone:
      return absl::OkStatus();
    case Refusal::kOfThisCall:
      return TooMuchMemory();
    case Refusal::kOfAllCalls:
      return BudgetIsFull();
  }
  return absl::OkStatus();
}

}  // namespace loom
