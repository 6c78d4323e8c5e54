// SPDX-License-Identifier: Apache-2.0
// ByteBudget limits the number of bytes that all threads together hold. It is safe to
// use from many threads.
//
//   ByteBudget budget(1000);
//   if (!budget.Take(600)) status = absl::ResourceExhaustedError("full");
//   budget.Give(600);
//
// If no bytes are held, Take accepts any number. Otherwise, work that needs more than
// the limit could never be done.
#pragma once

#include <atomic>
#include <cstddef>

#include "absl/status/status.h"

namespace loom {

class ByteBudget {
 public:
  explicit ByteBudget(size_t most) : most_(most) {}

  // Counts the bytes. Returns false and counts nothing if the total would exceed
  // the limit.
  bool Take(size_t bytes) {
    size_t before = held_.load(std::memory_order_relaxed);
    // Adding the bytes first and subtracting the excess would refuse a thread that
    // asks in between, although its bytes fit.
    do {
      const bool fits = bytes <= most_ && before <= most_ - bytes;
      if (before != 0 && !fits) return false;
    } while (!held_.compare_exchange_weak(before, before + bytes,
                                          std::memory_order_relaxed));
    return true;
  }
  // Counts the bytes even if they exceed the limit.
  void Force(size_t bytes) {
    held_.fetch_add(bytes, std::memory_order_relaxed);
  }
  void Give(size_t bytes) { held_.fetch_sub(bytes, std::memory_order_relaxed); }

  size_t held() const { return held_.load(std::memory_order_relaxed); }
  // Returns whether more than half of the limit is held.
  bool Crowded() const { return held() > most_ / 2; }

 private:
  const size_t most_;
  std::atomic<size_t> held_{0};
};

inline absl::Status BudgetIsFull() {
  return absl::ResourceExhaustedError(
      "the calls in progress need more memory than they may use together");
}

// HeldBytes holds bytes of a budget until it is destroyed. Each Take replaces the
// number of bytes held.
class HeldBytes {
 public:
  HeldBytes() = default;
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;
  ~HeldBytes() { GiveAll(); }

  // Changes the number of bytes held to `bytes`. Returns false and changes nothing
  // if the budget has no room for them. A null budget always has room.
  bool Take(ByteBudget* budget, size_t bytes) {
    if (budget != nullptr && bytes > bytes_ && !budget->Take(bytes - bytes_)) {
      return false;
    }
    if (budget != nullptr && bytes < bytes_) budget->Give(bytes_ - bytes);
    budget_ = budget;
    bytes_ = bytes;
    return true;
  }
  // Does the same even if the bytes exceed the limit of the budget.
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
