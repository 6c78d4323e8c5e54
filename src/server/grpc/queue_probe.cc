// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/queue_probe.h"

namespace loom {

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

}  // namespace loom
