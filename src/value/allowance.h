// SPDX-License-Identifier: Apache-2.0
// Allowance limits the time and the memory that one call uses, so that no call
// stops the others. The call's pool holds it.
//
//   pool->allowance().Set({.memory = 64 << 20, .steps = 1000000});
//   LOOM_RETURN_IF_ERROR(Spend(steps, pool));         // value/budget.h
//
// Time is counted in steps: a step is a value that is visited or copied, or 64
// bytes of text. Every 16,384 steps, which take a fraction of a millisecond,
// the call checks whether its memory is within the limit and whether anybody
// still waits for its answer. Only `stopped` knows the latter: this code reads
// no clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "base/limits.h"

namespace loom {

class Allowance {
 public:
  struct Limits {
    size_t memory = limits::kMostMemory;
    uint64_t steps = limits::kSteps;
    // True: nobody waits for the answer any more. Null: somebody always does.
    std::function<bool()> stopped = nullptr;
  };

  void Set(Limits limits) {
    limits_ = std::move(limits);
    next_look_ = std::min(kLookEvery, limits_.steps + 1);
  }

  // Counts the steps, and returns whether Look has to be called now.
  bool Spend(uint64_t steps) { return (steps_ += steps) >= next_look_; }
  // Checks the limits; `memory` is what the call uses now, in bytes.
  // FailedPrecondition: a limit is exceeded. Cancelled: nobody waits any more.
  absl::Status Look(size_t memory);

  // Counts one more place that a wildcard stands for. False: the wildcards of
  // this call stand for too many.
  bool AddPlace() { return ++places_ <= limits::kWildcardPlacesOfACall; }

  uint64_t steps() const { return steps_; }
  bool was_stopped() const { return was_stopped_; }

 private:
  static constexpr uint64_t kLookEvery = limits::kStepsBetweenLooks;

  Limits limits_;
  uint64_t steps_ = 0;
  size_t places_ = 0;
  uint64_t next_look_ = kLookEvery;
  bool was_stopped_ = false;
};

}  // namespace loom
