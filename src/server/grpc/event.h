// SPDX-License-Identifier: Apache-2.0
// Event is a tag of a completion queue of gRPC: what is done when gRPC reports that
// something has happened. EventQueue takes the events of a queue and handles them, and
// QueueProbe finds out whether somebody does. Every tag of the queue must be an Event.
//
//   Event rang{nullptr, [](void*, bool, WorkerPool*) {
//     Log(LogLevel::kDebug, "it rang");
//   }};
//   alarm.Set(&queue, std::chrono::system_clock::now(), &rang);
//   EventQueue events(queue);
//   while (events.TakeOne(&pool)) {
//   }
//
// A class Bell with a method Rang(bool ok, WorkerPool* pool) has a member
// `Event rang_ = EventOf<&Bell::Rang>(this)`.
//
// An event must live until it is handled, and may be destroyed while it is: its owner
// often ends then.
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
  // `ok` is false if it cannot happen any more, because the server shuts down.
  // `pool` is that of the thread (worker_pool.h), or null.
  using Handler = void (*)(void* owner, bool ok, WorkerPool* pool);

  void* owner = nullptr;
  Handler handler = nullptr;
  // A call has arrived, and is served when this is handled.
  bool is_call = false;
};
static_assert(
    std::is_trivially_destructible_v<Event>,
    "the handler destroys its event, so the event must own nothing that "
    "the handler still uses, such as a closure");

// The event that calls a method of the owner.
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
  // The queue has to outlive this.
  explicit EventQueue(grpc::CompletionQueue& queue) : queue_(queue) {}

  // Waits for the next event and handles it. False if the queue is shut down and empty.
  // With a pool it is for the worker that leads: if it takes a call while another one
  // waits already, it promotes a follower. Without, it is for any number of threads.
  bool TakeOne(WorkerPool* pool);

 private:
  struct Taken {
    Event* event;
    bool ok;
  };

  static void Handle(const Taken& taken, WorkerPool* pool);
  bool AnotherCallWaits(WorkerPool* pool);

  grpc::CompletionQueue& queue_;
  // A call that waits. Only the worker that leads uses this.
  std::optional<Taken> waiting_;
};

// Finds out whether the threads that answer calls still take events from their queue,
// by an event of its own behind those that wait.
//
//   QueueProbe probe(queue);
//   bool answering = probe.Passes(std::chrono::seconds(1));
//
// An event that nobody has taken when the time is over stays in the queue. Until it is
// taken, Passes fails at once: who asks often does not wait each time. Safe to use from
// many threads.
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
