// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/lanes.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <system_error>

namespace loom {
namespace {

constexpr std::chrono::milliseconds kBetweenQuestions{50};
// The priority of slow calls: beside a taker that has something to do, such a
// thread gets about a tenth of a core. With a lower one it would hardly get on at
// all on a machine that others keep busy.
constexpr int kNice = 10;

// What this thread is. It stays aside until it ends.
thread_local bool leads = false;
thread_local bool aside = false;
thread_local bool has_turn = false;

void BecomeSlow() {
  aside = true;
  pthread_setname_np(pthread_self(), "slow call");
  // 0 is the calling thread. Fails only if the system forbids it, and then slow
  // calls have the priority of others.
  (void)setpriority(PRIO_PROCESS, 0, kNice);
}

}  // namespace

Lanes::Lanes(int takers, std::function<bool(Lanes&)> take_one)
    : takers_(takers), take_one_(std::move(take_one)) {
  MutexLock lock(mutex_);
  for (int i = 0; i < takers; ++i) StartTaker();
}

Lanes::~Lanes() {
  std::list<std::thread> ended;
  {
    MutexLock lock(mutex_);
    while (!threads_.empty()) lock.Wait(all_ended_);
    ended.swap(ended_);
  }
  for (std::thread& thread : ended) thread.join();
}

// False if the system has no more threads.
bool Lanes::StartTaker() {
  auto self = threads_.emplace(threads_.end());
  try {
    // Run needs the mutex before it uses the place of its thread in the list.
    *self = std::thread([this, self] { Run(self); });
    return true;
  } catch (const std::system_error&) {
    threads_.erase(self);
    return false;
  }
}

void Lanes::Run(std::list<std::thread>::iterator self) {
  pthread_setname_np(pthread_self(), "taker");
  bool more = true;
  while (more && !aside) {
    Lead();
    more = take_one_(*this);
  }
  HandOver();
  End(self);
}

void Lanes::Lead() {
  if (leads) return;
  MutexLock lock(mutex_);
  while (somebody_leads_) lock.Wait(handed_over_);
  somebody_leads_ = leads = true;
}

void Lanes::HandOver() {
  if (!leads) return;
  leads = false;
  MutexLock lock(mutex_);
  somebody_leads_ = false;
  handed_over_.notify_one();
}

bool Lanes::Aside() { return aside; }

bool Lanes::StepAside(const std::function<bool()>& nobody_waits) {
  if (aside) return true;
  HandOver();
  Waiting self;
  {
    MutexLock lock(mutex_);
    // The new thread inherits the priority of this one, so it comes first.
    if (slow_ == kSlowCalls || !StartTaker()) return false;
    ++slow_;
    self.has_turn = turns_ < takers_;
    if (self.has_turn) {
      ++turns_;
    } else {
      line_.push_back(&self);
    }
  }
  BecomeSlow();
  WaitForTurn(self, nobody_waits);
  return true;
}

void Lanes::WaitForTurn(Waiting& self,
                        const std::function<bool()>& nobody_waits) {
  MutexLock lock(mutex_);
  while (!self.has_turn && !nobody_waits()) {
    lock.WaitUntil(self.called,
                   std::chrono::steady_clock::now() + kBetweenQuestions);
  }
  has_turn = self.has_turn;
  if (!has_turn) line_.remove(&self);
}

// The turn of a call that has ended goes to the first in line.
void Lanes::GiveTurnBack() {
  if (line_.empty()) {
    --turns_;
    return;
  }
  line_.front()->has_turn = true;
  line_.front()->called.notify_one();
  line_.pop_front();
}

void Lanes::End(std::list<std::thread>::iterator self) {
  std::list<std::thread> ended;
  {
    MutexLock lock(mutex_);
    if (aside) --slow_;
    if (has_turn) GiveTurnBack();
    // Joined outside of the lock: they may have a low priority.
    ended.swap(ended_);
  }
  for (std::thread& thread : ended) thread.join();
  MutexLock lock(mutex_);
  ended_.splice(ended_.end(), threads_, self);
  if (threads_.empty()) all_ended_.notify_all();
}

}  // namespace loom
