// SPDX-License-Identifier: Apache-2.0
// Event is a tag of a completion queue of gRPC: what is done when gRPC reports
// that something has happened. EventQueue takes the events of a queue and handles
// them. Every tag of the queue must be an Event.
//
//   Event rang{[](bool, Lanes*) { Log(LogLevel::kDebug, "it rang"); }};
//   alarm.Set(&queue, std::chrono::system_clock::now(), &rang);
//   EventQueue events(queue);
//   while (events.TakeOne(&lanes)) {
//   }
//
// The event must live until it is handled, and may be destroyed while it is.
#pragma once

#include <grpcpp/grpcpp.h>

#include <functional>
#include <optional>

#include "server/grpc/lanes.h"

namespace loom {

struct Event {
  // `ok` is false if it cannot happen any more, because the server shuts down.
  // `lanes` is that of the thread (lanes.h), or null.
  std::function<void(bool ok, Lanes* lanes)> happened;
  // A call has arrived, and is worked on when this is handled.
  bool is_call = false;
};

class EventQueue {
 public:
  // The queue has to outlive this.
  explicit EventQueue(grpc::CompletionQueue& queue) : queue_(queue) {}

  // Waits for the next event and handles it. False if the queue is shut down and empty.
  // With lanes it is for the thread that leads: if it takes a call while another one
  // waits already, it hands over. Without, it is for any number of threads.
  bool TakeOne(Lanes* lanes);

 private:
  struct Taken {
    Event* event;
    bool ok;
  };

  bool AnotherCallWaits(Lanes* lanes);

  grpc::CompletionQueue& queue_;
  // A call that waits. Only the thread that leads uses this.
  std::optional<Taken> waiting_;
};

}  // namespace loom
