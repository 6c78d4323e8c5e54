// SPDX-License-Identifier: Apache-2.0
// Event is a tag of a gRPC completion queue with the handler that runs when gRPC
// reports the event. EventQueue takes events from a queue and handles them. QueueProbe
// checks that a thread does so. Every tag of the queue must be an Event.
//
//   EventQueue events(queue);
//   while (events.TakeOne(&pool)) {
//   }
//
// A class Bell with a method Rang(bool ok, WorkerPool* pool) declares `Event rang_ =
// EventOf<&Bell::Rang>(this)`.
//
// An event must live until its handler is called. The handler may destroy the event:
// the owner of an event often ends at that point.
#pragma once

#include <grpcpp/alarm.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <optional>
#include <type_traits>

#include "base/mutex.h"
#include "server/grpc/worker_pool.h"

namespace loom {

struct Event {
  // `ok` is false if the event can no longer happen because the server is shutting
  // down. `pool` is the pool of the thread (worker_pool.h), or null.
  using Handler = void (*)(void* owner, bool ok, WorkerPool* pool);

  void* owner = nullptr;
  Handler handler = nullptr;
  // Whether the event is the arrival of a call. The handler then serves the call.
  bool is_call = false;
};
static_assert(
    std::is_trivially_destructible_v<Event>,
    "the handler destroys its event, so the event must own nothing that "
    "the handler still uses, such as a closure");

// Returns an event that calls a method of the owner.
template <auto kMethod, typename Owner>
Event EventOf(Owner* owner, bool is_call = false) {
  return {owner,
          [](void* at, bool ok, WorkerPool* pool) {
            (static_cast<Owner*>(at)->*kMethod)(ok, pool);
          },
          is_call};
}

class EventQueue {
 public:
  // The queue must outlive this object.
  explicit EventQueue(grpc::CompletionQueue& queue) : queue_(queue) {}

  // Waits for the next event and handles it. Returns false if the queue is shut down
  // and empty. With a pool, only the leading worker may call this; if it takes a call
  // while another call is waiting, it promotes a follower. Without a pool, any number
  // of threads may call it.
  bool TakeOne(WorkerPool* pool);

 private:
  struct Taken {
    Event* event;
    bool ok;
  };

  static void Handle(const Taken& taken, WorkerPool* pool);
  bool AnotherCallWaits(WorkerPool* pool);

  grpc::CompletionQueue& queue_;
  // A call that waits. Only the leading worker uses this.
  std::optional<Taken> waiting_;
};

// Checks whether the threads that answer calls still take events from their queue, by
// adding an event of its own to the end of the queue. If no thread has taken the event
// in time, it stays in the queue. Until it is taken, Passes returns false at once, so
// frequent checks do not wait each time. Thread-safe.
class QueueProbe {
 public:
  // The queue must outlive the probe, and the probe the last event of the queue.
  explicit QueueProbe(grpc::CompletionQueue& queue) : queue_(queue) {}

  // Waits at most `patience`. Returns false if no thread has taken the event by then.
  bool Passes(std::chrono::milliseconds patience);
  // Makes Passes return false from now on. Call this before the queue is shut down,
  // because gRPC then forbids new events.
  void Close();

 private:
  void Taken(bool ok, WorkerPool* pool);

  grpc::CompletionQueue& queue_;
  Mutex mutex_;
  std::condition_variable taken_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<grpc::Alarm> alarm_ ABSL_GUARDED_BY(mutex_);
  Event event_ = EventOf<&QueueProbe::Taken>(this);
};

}  // namespace loom
