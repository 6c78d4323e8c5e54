// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/event.h"

#include <utility>

namespace loom {

bool EventQueue::TakeOne(Lanes* lanes) {
  std::optional<Taken> taken;
  if (lanes != nullptr) taken = std::exchange(waiting_, std::nullopt);
  if (!taken.has_value()) {
    void* tag;
    bool ok;
    if (!queue_.Next(&tag, &ok)) return false;
    taken = {static_cast<Event*>(tag), ok};
  }
  if (lanes != nullptr && taken->event->is_call && AnotherCallWaits(lanes)) {
    lanes->HandOver();
  }
  taken->event->happened(taken->ok, lanes);
  return true;
}

// What else has happened is handled here, as it takes no time.
bool EventQueue::AnotherCallWaits(Lanes* lanes) {
  void* tag;
  bool ok;
  while (queue_.AsyncNext(&tag, &ok, gpr_inf_past(GPR_CLOCK_MONOTONIC)) ==
         grpc::CompletionQueue::GOT_EVENT) {
    auto* event = static_cast<Event*>(tag);
    if (event->is_call) {
      waiting_ = {event, ok};
      return true;
    }
    event->happened(ok, lanes);
  }
  return false;
}

}  // namespace loom
