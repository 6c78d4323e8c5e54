// SPDX-License-Identifier: Apache-2.0
#include "server/lanes.h"

namespace loom {
namespace {

// Whether the call that this thread works on was left to it.
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
  std::unique_lock lock(mutex_);
  free_.wait(lock, [this] { return places_ > 0 || ended_; });
  if (ended_) return false;
  --places_;
  return true;
}

// After a call: a thread that stepped aside has lost its place.
bool Lanes::StillTaker() {
  if (!aside) return true;
  aside = false;
  std::lock_guard lock(mutex_);
  --slow_;
  return false;
}

bool Lanes::StepAside() {
  if (aside) return true;
  std::lock_guard lock(mutex_);
  if (slow_ == kSlowCalls) return false;
  aside = true;
  ++slow_;
  ++places_;
  free_.notify_one();
  return true;
}

void Lanes::End() {
  std::lock_guard lock(mutex_);
  ended_ = true;
  free_.notify_all();
}

}  // namespace loom
