// SPDX-License-Identifier: Apache-2.0
// CallsInProgress is what the calls of a server share: how many there are, how
// many bytes they hold, and which of their answers are on the way.
//
//   CallsInProgress calls(MemoryForMessages(MemoryLimit()));
//   if (!calls.held.Take(size)) status = absl::ResourceExhaustedError("full");
//   auto place = calls.unread.Add(context);   // the answer is sent
//   calls.unread.Remove(place);               // its client has taken it
//
// The number of calls is not limited. The bytes of requests that are worked on
// and of answers that are not sent yet are limited together.
#pragma once

#include <atomic>
#include <cstddef>

#include "base/byte_budget.h"
#include "server/grpc_1_51/unread_answers.h"

namespace loom {

// Counts what gRPC still reports to. Safe to use from many threads.
class CallCount {
 public:
  void Add() { count_.fetch_add(1, std::memory_order_relaxed); }
  void Remove() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      count_.notify_all();
    }
  }
  // Blocks until everything that was added is removed.
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
