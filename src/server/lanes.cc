// SPDX-License-Identifier: Apache-2.0
#include "server/lanes.h"

namespace loom {
namespace {

// Whether this thread has stepped aside during its current call.
thread_local bool aside = false;

}  // namespace

Lanes::Lanes(int takers, std::function<bool(Lanes&)> take_one)
    : takers_(takers), take_one_(std::move(take_one)), places_(takers) {
  for (int i = 0; i < takers + kSlowCalls; ++i) {
    threads_.emplace_back([this] { Run(); });
  }
}

Lanes::~Lanes() {
  for (std::thread& thread : threads_) thread.join();
}

void Lanes::Run() {
  while (BecomeTaker()) {
    do {
      if (!take_one_(*this)) return End();
    } while (StillTaker());
  }
}

bool Lanes::BecomeTaker() {
  MutexLock lock(mutex_);
  while (places_ == 0 && !ended_) lock.Wait(free_);
  if (ended_) return false;
  --places_;
  return true;
}

// Called after each call. A thread that has stepped aside is no taker any more.
bool Lanes::StillTaker() {
  if (!aside) return true;
  aside = false;
  MutexLock lock(mutex_);
  --slow_;
  return false;
}

bool Lanes::StepAside() {
  if (aside) return true;
  MutexLock lock(mutex_);
  if (slow_ == kSlowCalls) return false;
  aside = true;
  ++slow_;
  ++places_;
  free_.notify_one();
  return true;
}

void Lanes::End() {
  MutexLock lock(mutex_);
  ended_ = true;
  free_.notify_all();
}

}  // namespace loom
