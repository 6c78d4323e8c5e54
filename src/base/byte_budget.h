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
//
// HeldBytes holds bytes of a budget until it ends:
//
//   HeldBytes held;
//   if (!held.Take(&budget, 600)) return BudgetIsFull();
//   held.Take(&budget, 200);    // in place of the 600
#pragma once

#include <atomic>
#include <cstddef>

#include "absl/status/status.h"

namespace loom {

class ByteBudget {
 public:
  explicit ByteBudget(size_t most) : most_(most) {}

  // Counts the bytes. False: there would then be more than the limit, and nothing
  // was counted.
  bool Take(size_t bytes) {
    size_t before = held_.load(std::memory_order_relaxed);
    // Adding first and giving back what is too much would refuse another thread
    // that asks in between, though there is room for it.
    do {
      const bool fits = bytes <= most_ && before <= most_ - bytes;
      if (before != 0 && !fits) return false;
    } while (!held_.compare_exchange_weak(before, before + bytes,
                                          std::memory_order_relaxed));
    return true;
  }
  // Counts the bytes, whatever the limit is.
  void Force(size_t bytes) {
    held_.fetch_add(bytes, std::memory_order_relaxed);
  }
  void Give(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

  size_t held() const { return held_.load(std::memory_order_relaxed); }
  // Whether more than half of the limit is held.
  bool Crowded() const { return held() > most_ / 2; }

 private:
  const size_t most_;
  std::atomic<size_t> held_{0};
};

// What a call gets that finds no room among the others.
inline absl::Status BudgetIsFull() {
  return absl::ResourceExhaustedError(
      "the calls at this time need more memory than they may use together");
}

class HeldBytes {
 public:
  HeldBytes() = default;
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;
  ~HeldBytes() { GiveAll(); }

  // Holds so many bytes in place of those that it holds. False: there is no room
  // for more, and it holds what it held. Without a budget there always is.
  bool Take(ByteBudget* budget, size_t bytes) {
    if (budget != nullptr && bytes > bytes_ && !budget->Take(bytes - bytes_)) {
      return false;
    }
    if (budget != nullptr && bytes < bytes_) budget->Give(bytes_ - bytes);
    budget_ = budget;
    bytes_ = bytes;
    return true;
  }
  // The same, whatever the limit of the budget is.
  void Force(ByteBudget* budget, size_t bytes) {
    GiveAll();
    if (budget != nullptr) budget->Force(bytes);
    budget_ = budget;
    bytes_ = bytes;
  }
  void GiveAll() {
    if (budget_ != nullptr) budget_->Give(bytes_);
    bytes_ = 0;
  }

 private:
  ByteBudget* budget_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace loom
