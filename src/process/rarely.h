// SPDX-License-Identifier: Apache-2.0
// Rarely lets one through in a while: for log lines that a stranger can bring
// about as often as he likes.
//
//   static Rarely rarely(std::chrono::minutes(1));
//   if (rarely()) Log(…);
//
// Safe to use from many threads.
#pragma once

#include <atomic>
#include <chrono>

namespace loom {

class Rarely {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Rarely(Clock::duration interval) : interval_(interval) {}

  bool operator()(Clock::time_point now = Clock::now()) {
    Clock::rep next = next_.load(std::memory_order_relaxed);
    Clock::rep at = now.time_since_epoch().count();
    return at >= next &&
           next_.compare_exchange_strong(next, at + interval_.count());
  }

 private:
  const Clock::duration interval_;
  std::atomic<Clock::rep> next_{0};
};

}  // namespace loom
