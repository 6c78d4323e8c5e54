// SPDX-License-Identifier: Apache-2.0
// CallsInProgress is the state that the calls of a server share: their number,
// the bytes that they hold, and the answers that are being sent.
//
// The number of calls is unlimited. One limit applies to the bytes of the
// requests in progress and of the unsent answers together.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/byte_budget.h"
#include "server/grpc_1_51/unread_answers.h"

namespace loom {

// Counts the objects that gRPC still reports to. Thread-safe.
class CallCount {
 public:
  void Add() { count_.fetch_add(1, std::memory_order_relaxed); }
  void Remove() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      count_.notify_all();
    }
  }
  // Blocks until the count is 0.
  void WaitForNone() const {
    int now;
    while ((now = count_.load(std::memory_order_acquire)) != 0) {
      count_.wait(now, std::memory_order_acquire);
    }
  }

 private:
  std::atomic<int> count_{0};
};

struct CallsInProgress {
  explicit CallsInProgress(size_t most_bytes) : held(most_bytes) {}

  CallCount count;
  ByteBudget held;
  UnreadAnswers unread;
};

}  // namespace loom
