// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/event.h"

#include <utility>

// The leading worker serves a call in its own thread. Before it begins, it checks
// whether another call is waiting, and promotes a follower only in that case
// (worker_pool.cc explains what that saves). gRPC cannot peek into a queue, so the
// leader takes the next event. If it is not a call, the leader handles it at once,
// because that takes no time. If it is a call, the leader keeps it in waiting_, and the
// next leader takes it.
namespace loom {

bool EventQueue::TakeOne(WorkerPool* pool) {
  std::optional<Taken> taken;
  if (pool != nullptr) taken = std::exchange(waiting_, std::nullopt);
  if (!taken.has_value()) {
    void* tag;
    bool ok;
    if (!queue_.Next(&tag, &ok)) return false;
    taken = {static_cast<Event*>(tag), ok};
  }
  if (pool != nullptr && taken->event->is_call && AnotherCallWaits(pool)) {
    pool->PromoteFollower();
  }
  Handle(*taken, pool);
  return true;
}

// Nothing is read from the event afterwards, because the handler may destroy it.
void EventQueue::Handle(const Taken& taken, WorkerPool* pool) {
  taken.event->handler(taken.event->owner, taken.ok, pool);
}

bool EventQueue::AnotherCallWaits(WorkerPool* pool) {
  void* tag;
  bool ok;
  while (queue_.AsyncNext(&tag, &ok, gpr_inf_past(GPR_CLOCK_MONOTONIC)) ==
         grpc::CompletionQueue::GOT_EVENT) {
    const Taken taken = {static_cast<Event*>(tag), ok};
    if (taken.event->is_call) {
      waiting_ = taken;
      return true;
    }
    Handle(taken, pool);
  }
  return false;
}

bool QueueProbe::Passes(std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point until = Clock::now() + patience;
  MutexLock lock(mutex_);
  if (closed_ || waiting_) return false;
  waiting_ = true;
  alarm_.emplace();
  alarm_->Set(&queue_, std::chrono::system_clock::now(), &event_);
  while (waiting_ && lock.WaitUntil(taken_, until)) {
  }
  return !waiting_;
}

void QueueProbe::Close() {
  MutexLock lock(mutex_);
  closed_ = true;
}

void QueueProbe::Taken(bool, WorkerPool*) {
  MutexLock lock(mutex_);
  waiting_ = false;
  taken_.notify_all();
}

}  // namespace loom
