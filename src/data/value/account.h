// SPDX-License-Identifier: Apache-2.0
// Account counts what one call uses, steps of work and bytes of memory, and
// ends the call when it uses too much or when nobody waits for its answer any
// more. The call's pool has it.
//
//   pool->account().Set({.memory = 64 << 20, .steps = 1000000});
//   LOOM_RETURN_IF_ERROR(Spend(steps, pool));         // data/value/budget.h
//
// Work is counted in steps of about 10 nanoseconds; budget.h has the prices.
// Two kinds of code report work:
//
//   * Whatever can fail spends its steps before the work, and returns the error.
//   * Whatever cannot fail notes them. The next code that spends then fails.
//
// Memory is counted by the pool itself, where a block is taken, so no code can
// forget it. A block is also work, because somebody fills it. A call that holds
// too much fails at the next step that is spent. One that reaches kSlack bytes
// more before that, or that finds no room among all calls, gets no block:
// std::bad_alloc ends it.
//
// An error is either of a value (a field is missing, a text does not fit), which a
// policy may forgive, or it ends the call. The first one that ends it is kept, marked,
// and every later step fails with it:
//
//   absl::StatusOr<const Value*> field = Read(object);
//   if (EndsCall(field.status())) return field.status();
//   if (!field.ok()) return KeepWhatWasThere();
//
// Whatever code forgives by mistake, function/run.h looks at ended() at last.
//
// Every 16,384 steps, which is a fraction of a millisecond, the account asks
// whether anybody still waits. Only `stopped` knows that: this code reads no
// clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "base/byte_budget.h"
#include "base/limits.h"

namespace loom {

class Account {
 public:
  struct Limits {
    size_t memory = limits::kMostMemory;
    uint64_t steps = limits::kSteps;
    // True: nobody waits for the answer any more. Null: somebody always does.
    std::function<bool()> stopped = nullptr;
    // Null: the call shares its memory with no other.
    ByteBudget* shared = nullptr;
  };

  Account() = default;
  Account(const Account&) = delete;
  Account& operator=(const Account&) = delete;
  ~Account();

  // Has to come before the first block is taken.
  void Set(Limits limits);

  // ended(), if that is an error. FailedPrecondition: a limit is exceeded. Cancelled:
  // nobody waits any more.
  absl::Status Spend(uint64_t steps) {
    return (steps_ += steps) >= next_look_ ? Look() : absl::OkStatus();
  }
  void Note(uint64_t steps) { steps_ += steps; }

  // Ends the call for a reason of the caller's, such as a malformed request: returns
  // `why` marked, so that EndsCall is true for it.
  absl::Status End(absl::Status why);
  // Why the call ends; OK while it goes on.
  const absl::Status& ended() const { return ended_; }

  // Takes a block for the pool. Throws std::bad_alloc after the call was ended:
  // FailedPrecondition if it holds too much, ResourceExhausted if all calls do.
  void Hold(size_t bytes);

  // Counts one more place that a wildcard stands for. False: the wildcards of
  // this call stand for too many.
  bool AddPlace() { return ++places_ <= limits::kWildcardPlacesOfACall; }
  // Counts bytes that patches and transforms have made (budget.h).
  size_t AddMade(size_t bytes) { return made_ += bytes; }

  size_t made() const { return made_; }
  size_t held() const { return held_; }
  uint64_t steps() const { return steps_; }

 private:
  static constexpr uint64_t kLookEvery = limits::kStepsBetweenLooks;
  static constexpr size_t kSlack = limits::kMemorySlack;

  absl::Status Look();
  absl::Status WhyToEnd() const;
  absl::Status TooMuchMemory() const;

  Limits limits_;
  uint64_t steps_ = 0;
  uint64_t next_look_ = kLookEvery;
  size_t held_ = 0;
  size_t made_ = 0;
  size_t places_ = 0;
  absl::Status ended_;
};

// Whether an error ends the call, and is not of a value. Annotate keeps the mark.
bool EndsCall(const absl::Status& status);

}  // namespace loom
