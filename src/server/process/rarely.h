// SPDX-License-Identifier: Apache-2.0
// Rarely returns true at most once in an interval. It limits log lines that
// others can cause as often as they like.
//
//   static Rarely rarely(std::chrono::minutes(1));
//   if (rarely()) Log(LogLevel::kWarning, "refused a connection");
//
// The first call returns true. An interval begins with each call that returns
// true. Safe to use from many threads: only one of them gets true.
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
