// SPDX-License-Identifier: Apache-2.0
// ByteBudget counts bytes that several threads hold together, up to a limit.
//
//   ByteBudget budget(1000);
//   if (!budget.Take(600)) status = absl::ResourceExhaustedError("full");
//   budget.Take(500);   // false, and 600 are held as before
//   budget.Give(600);
//
// If nothing is held, any number is taken: otherwise what is larger than the
// limit could never be done. Safe to use from many threads.
#pragma once

#include <atomic>
#include <cstddef>

namespace loom {

class ByteBudget {
 public:
  explicit ByteBudget(size_t most) : most_(most) {}

  // Counts the bytes. False: there would then be more than the limit, and nothing
  // was counted.
  bool Take(size_t bytes) {
    size_t before = held_.fetch_add(bytes, std::memory_order_relaxed);
    if (before == 0 || before + bytes <= most_) return true;
    Give(bytes);
    return false;
  }
  void Give(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

  size_t held() const { return held_.load(std::memory_order_relaxed); }
  // Whether more than half of the limit is held.
  bool Crowded() const { return held() > most_ / 2; }

 private:
  const size_t most_;
  std::atomic<size_t> held_{0};
};

}  // namespace loom
