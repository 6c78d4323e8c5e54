// SPDX-License-Identifier: Apache-2.0
// Event is a tag of a completion queue of gRPC: what is done when gRPC reports
// that something has happened. TakeOne waits for the next event of a queue and
// handles it. Every tag of the queue must be an Event.
//
//   Event rang{[](bool, Lanes*) { Log(LogLevel::kDebug, "it rang"); }};
//   alarm.Set(&queue, std::chrono::system_clock::now(), &rang);
//   while (TakeOne(queue, &lanes)) {
//   }
//
// The event must live until it is handled, and may be destroyed while it is.
#pragma once

#include <grpcpp/grpcpp.h>

#include <functional>

#include "server/lanes.h"

namespace loom {

struct Event {
  // `ok` is false if it cannot happen any more, because the server shuts down.
  // `lanes` is that of the thread (lanes.h), or null.
  std::function<void(bool ok, Lanes* lanes)> happened;
};

// False if the queue is shut down and empty.
inline bool TakeOne(grpc::CompletionQueue& queue, Lanes* lanes) {
  void* tag;
  bool ok;
  if (!queue.Next(&tag, &ok)) return false;
  static_cast<Event*>(tag)->happened(ok, lanes);
  return true;
}

}  // namespace loom
