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
// std::bad_alloc ends it, and refusal() says why.
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

  // FailedPrecondition: a limit is exceeded. Cancelled: nobody waits any more.
  // After an error each further step fails, also one that takes no work, so code
  // that forgives errors does not make the call go on.
  absl::Status Spend(uint64_t steps) {
    return (steps_ += steps) >= next_look_ ? Look() : absl::OkStatus();
  }
  void Note(uint64_t steps) { steps_ += steps; }

  // Takes a block for the pool. Throws std::bad_alloc.
  void Hold(size_t bytes);
  // Why Hold threw: FailedPrecondition if the call holds too much,
  // ResourceExhausted if all calls do. OK if it never threw.
  absl::Status refusal() const;

  // Counts one more place that a wildcard stands for. False: the wildcards of
  // this call stand for too many.
  bool AddPlace() { return ++places_ <= limits::kWildcardPlacesOfACall; }
  // Counts bytes that patches and transforms have made (budget.h).
  size_t AddMade(size_t bytes) { return made_ += bytes; }

  size_t made() const { return made_; }
  size_t held() const { return held_; }
  uint64_t steps() const { return steps_; }
  bool was_stopped() const { return was_stopped_; }

 private:
  enum class Refusal { kNone, kOfThisCall, kOfAllCalls };
  static constexpr uint64_t kLookEvery = limits::kStepsBetweenLooks;
  static constexpr size_t kSlack = limits::kMemorySlack;

  absl::Status Look();
  absl::Status WhyToEnd();
  absl::Status TooMuchMemory() const;

  Limits limits_;
  uint64_t steps_ = 0;
  uint64_t next_look_ = kLookEvery;
  size_t held_ = 0;
  size_t made_ = 0;
  size_t places_ = 0;
  bool was_stopped_ = false;
  Refusal refusal_ = Refusal::kNone;
};

}  // namespace loom
