// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/event.h"

#include <utility>

// The worker that leads serves a call in its own thread, so before it begins, it looks
// whether another call waits, and promotes a follower only then (worker_pool.cc says
// what that saves). gRPC has no call that looks without taking. So the leader takes
// what is there: it handles events that are not calls at once, because they take no
// time, and keeps a call in waiting_, from which the next leader takes it.
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

// The handler may destroy the event, so nothing is read from it afterwards.
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
