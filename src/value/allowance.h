// SPDX-License-Identifier: Apache-2.0
// Allowance is the work and the memory that one call may still use, so that a
// call that is slow or needs much memory does not stop the others. The pool of
// the call carries it.
//
//   pool.allowance().Set({.memory = 64 << 20, .steps = 1000000});
//   LOOM_RETURN_IF_ERROR(Spend(100, &pool));         // value/budget.h
//
// A step is one value that is visited or copied, or 64 bytes of text. Every
// 16,384 steps, a fraction of a millisecond, Look checks the memory, the steps,
// and whether anybody still waits for the response. This class reads no clock:
// the caller does so in `stopped`, if there is a deadline.
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
    // Returns true if nobody waits for the response any more.
    std::function<bool()> stopped = nullptr;
  };

  void Set(Limits limits) {
    limits_ = std::move(limits);
    next_look_ = std::min(kLookEvery, limits_.steps + 1);
  }

  // Counts steps. true: it is time to call Look.
  bool Spend(uint64_t steps) { return (steps_ += steps) >= next_look_; }
  // Checks the limits; `memory` is the bytes that the pool holds.
  // FailedPrecondition: the call exceeds a limit. Cancelled: nobody waits for
  // the response any more.
  absl::Status Look(size_t memory);

  // Counts one match of a wildcard. false: the call has too many of them.
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
