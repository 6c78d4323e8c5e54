// SPDX-License-Identifier: Apache-2.0
// QueueProbe finds out whether the threads that answer calls still take events
// from their queue. It puts an event of its own behind those that wait.
//
//   QueueProbe probe(queue);
//   bool answering = probe.Passes(std::chrono::seconds(1));
//
// An event that nobody has taken when the time is over stays in the queue. Until
// it is taken, Passes fails at once: who asks often does not wait each time.
// Safe to use from many threads.
#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <optional>

#include "base/mutex.h"
#include "server/grpc/event.h"

namespace loom {

class QueueProbe {
 public:
  // The queue must outlive the probe, and the probe the last event of the queue.
  explicit QueueProbe(grpc::CompletionQueue& queue) : queue_(queue) {}

  // Waits for at most so long. False if nobody has taken the event by then.
  bool Passes(std::chrono::milliseconds patience);
  // Must be called before the queue is shut down, because gRPC forbids new
  // events then. Passes fails from then on.
  void Close();

 private:
  grpc::CompletionQueue& queue_;
  Mutex mutex_;
  std::condition_variable taken_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<grpc::Alarm> alarm_ ABSL_GUARDED_BY(mutex_);
  Event event_{[this](bool, Lanes*) {
    MutexLock lock(mutex_);
    waiting_ = false;
    taken_.notify_all();
  }};
};

}  // namespace loom
