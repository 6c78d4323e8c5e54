// SPDX-License-Identifier: Apache-2.0
#include "data/value/account.h"

#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "base/errors.h"
#include "base/redacted_message.h"

namespace loom {
namespace {}  // namespace

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
  last_look_ = steps_;
  if (!ended_.ok()) return ended_;
  absl::Status why = WhyToEnd();
  if (!why.ok()) return End(std::move(why));
  next_look_ = std::min(steps_ + kLookEvery, limits_.steps + 1);
  return absl::OkStatus();
}

void Account::LookOrThrow() {
  if (!Look().ok()) throw std::bad_alloc();
}

absl::Status Account::End(absl::Status why) {
  why = WithFact(std::move(why), Fact::kEnds);
  if (ended_.ok()) ended_ = why;
  next_look_ = 0;  // every step looks from now on
  return why;
}

absl::Status Account::WhyToEnd() const {
  if (limits_.stopped && limits_.stopped()) {
    return absl::CancelledError("the client no longer waits for the response");
  }
  if (held_ > limits_.memory) return TooMuchMemory();
  if (made_ > limits::kMade) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "patches make more than ", limits::kMade, " bytes in this call")));
  }
  if (steps_ > limits_.steps) {
    return Harmless(absl::FailedPreconditionError(
        absl::StrCat("the call needs more than ", limits_.steps, " steps")));
  }
  return absl::OkStatus();
}

void Account::Hold(size_t bytes) {
  if (held_ + bytes > limits_.memory + kSlack) {
    End(TooMuchMemory()).IgnoreError();
    throw std::bad_alloc();
  }
  if (limits_.shared != nullptr && !limits_.shared->Take(bytes)) {
    End(BudgetIsFull()).IgnoreError();
    throw std::bad_alloc();
  }
  held_ += bytes;
  steps_ += bytes / limits::kFilledBytesOfAStep;
  if (held_ > limits_.memory) next_look_ = 0;
}

bool EndsCall(const absl::Status& status) {
  return !status.ok() && HasFact(status, Fact::kEnds);
}

}  // namespace loom
