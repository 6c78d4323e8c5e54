// SPDX-License-Identifier: Apache-2.0
// Allowance is what one call may still use of time and memory, so that a slow
// or a hungry one does not stop the others. A call's pool carries it.
//
//   pool.allowance().Set({.memory = 64 << 20, .steps = 1000000});
//   LOOM_RETURN_IF_ERROR(Spend(steps, pool));         // value/budget.h
//
// A step is a value visited or copied, or 64 bytes of text. Every 16,384
// steps, a fraction of a millisecond, it looks whether the memory is still
// within bounds and whether anybody still waits for the answer. The clock is
// the caller's, behind `stopped`.
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
    // True: nobody waits any more.
    std::function<bool()> stopped = nullptr;
  };

  void Set(Limits limits) {
    limits_ = std::move(limits);
    next_look_ = std::min(kLookEvery, limits_.steps + 1);
  }

  // Whether it is time to look.
  bool Spend(uint64_t steps) { return (steps_ += steps) >= next_look_; }
  // FailedPrecondition: beyond a limit. Cancelled: nobody waits any more.
  absl::Status Look(size_t memory);

  // One more place that a wildcard stands for; false: there are too many.
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
