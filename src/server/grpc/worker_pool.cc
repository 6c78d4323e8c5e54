// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/worker_pool.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <system_error>
#include <utility>

// The idea has two halves.
//
// While calls are quick, the workers are a leader and followers (Schmidt's pattern):
// the leader waits for calls and serves them itself, one after the other, and all
// others sleep. Waking a thread takes about 20 microseconds, as long as a call with a
// few resources, so no thread is woken as long as the leader keeps up. The leader
// promotes a follower, which then waits for the next call, only if its own call turns
// out not to be quick, or if another call is already waiting (event.cc).
//
// A slow call would keep a worker from quick calls. Whether a call is slow is not known
// before it runs, and a running call cannot move to another thread. So the workers
// move: the thread of the slow call gives way. A new thread becomes a worker instead of
// it, and the old one finishes its call with a low priority, so that the system prefers
// the workers. A thread cannot raise its priority again, so it ends after that call.
// The number of workers stays the same, however many calls are slow.
//
// Slow calls take turns, so that short calls do not wait for long ones to end. A call
// keeps its turn for a slice of CPU time, and then gives it to another call in line.
// Every second time this is the call that has waited longest, so no call starves: each
// call before it in line goes first at most once. The other times it is the call that
// has used the fewest slices, so a call that needs one slice waits for at most two
// others. A call that waits for another call has no turn: otherwise all turns could
// belong to calls that wait for a call without one, and none of them would continue.
namespace loom {
namespace {

constexpr std::chrono::milliseconds kBetweenQuestions{50};
// The priority of slow calls. Next to a busy worker, such a thread gets about a tenth
// of a core. With a lower priority it would make almost no progress on a machine that
// other processes keep busy.
constexpr int kNice = 10;

// When a call is no longer quick, and when it is slow. Few calls use as much CPU time.
// One match of a pattern can take half a second without a check of the clock, so the
// steps that a call is about to take count as well; so many steps take at most as long.
constexpr std::chrono::microseconds kQuick{500};
constexpr uint64_t kQuickSteps = 50'000;
constexpr std::chrono::milliseconds kSlow{limits::kSlowMilliseconds};
constexpr std::chrono::milliseconds kSlice{limits::kSliceMilliseconds};
constexpr uint64_t kSlowSteps = limits::kStepsOfASlowCall;

// The role of this thread. Once it has given way, it never becomes a worker again.
thread_local bool leads = false;
thread_local bool gave_way = false;
thread_local bool has_turn = false;
thread_local int slices = 0;

// Applies to all threads that are started from now on, including those of libraries.
void SetStackOfThreads() {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, limits::kStack);
  // Fails only if memory runs out; then threads have the default stack size.
  (void)pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
}

void BecomeSlow() {
  gave_way = true;
  pthread_setname_np(pthread_self(), "slow call");
  // 0 is the calling thread. Fails only if the system forbids it; then slow calls have
  // the same priority as others.
  (void)setpriority(PRIO_PROCESS, 0, kNice);
}

}  // namespace

WorkerPool::WorkerPool(int workers, std::function<bool(WorkerPool&)> serve_one)
    : workers_(workers), serve_one_(std::move(serve_one)) {
  SetStackOfThreads();
  MutexLock lock(mutex_);
  for (int i = 0; i < workers; ++i) StartWorker();
}

WorkerPool::~WorkerPool() {
  std::list<std::thread> ended;
  {
    MutexLock lock(mutex_);
    while (!threads_.empty()) lock.Wait(all_ended_);
    ended.swap(ended_);
  }
  for (std::thread& thread : ended) thread.join();
}

// Returns false if the system has no more threads.
bool WorkerPool::StartWorker() {
  auto self = threads_.emplace(threads_.end());
  try {
    // Run needs the mutex before it uses `self`, the position of its thread in the
    // list.
    *self = std::thread([this, self] { Run(self); });
    return true;
  } catch (const std::system_error&) {
    threads_.erase(self);
    return false;
  }
}

void WorkerPool::Run(std::list<std::thread>::iterator self) {
  pthread_setname_np(pthread_self(), "worker");
  bool more = true;
  while (more && !gave_way) {
    Lead();
    more = serve_one_(*this);
  }
  PromoteFollower();
  End(self);
}

void WorkerPool::Lead() {
  if (leads) return;
  MutexLock lock(mutex_);
  while (has_leader_) lock.Wait(no_leader_);
  has_leader_ = leads = true;
}

void WorkerPool::PromoteFollower() {
  if (!leads) return;
  leads = false;
  MutexLock lock(mutex_);
  has_leader_ = false;
  no_leader_.notify_one();
}

bool WorkerPool::HasGivenWay() { return gave_way; }

bool WorkerPool::LeaveWorkers(Waiting* self) {
  PromoteFollower();
  {
    MutexLock lock(mutex_);
    // The new thread inherits the priority of this one, so it is started before
    // BecomeSlow.
    if (slow_ == kSlowCalls || !StartWorker()) return false;
    ++slow_;
    if (self != nullptr) TakePlace(*self);
  }
  BecomeSlow();
  return true;
}

void WorkerPool::TakePlace(Waiting& self) {
  self.has_turn = turns_ < workers_;
  if (self.has_turn) {
    ++turns_;
  } else {
    line_.push_back(&self);
  }
}

bool WorkerPool::GiveWay(const std::function<bool()>& nobody_waits) {
  if (gave_way) return true;
  Waiting self;
  if (!LeaveWorkers(&self)) return false;
  WaitForTurn(self, nobody_waits);
  return true;
}

bool WorkerPool::Rest() {
  if (!gave_way && !LeaveWorkers(nullptr)) return false;
  if (!std::exchange(has_turn, false)) return true;
  MutexLock lock(mutex_);
  GiveTurnBack();
  return true;
}

void WorkerPool::TakeTurn(const std::function<bool()>& nobody_waits) {
  if (has_turn) return;
  Waiting self;
  self.slices = slices;
  {
    MutexLock lock(mutex_);
    TakePlace(self);
  }
  WaitForTurn(self, nobody_waits);
}

void WorkerPool::WaitForTurn(Waiting& self,
                             const std::function<bool()>& nobody_waits) {
  MutexLock lock(mutex_);
  while (!self.has_turn && !nobody_waits()) {
    lock.WaitUntil(self.called,
                   std::chrono::steady_clock::now() + kBetweenQuestions);
  }
  has_turn = self.has_turn;
  if (!has_turn) line_.remove(&self);
}

void WorkerPool::ShareTurn(const std::function<bool()>& nobody_waits) {
  if (!has_turn) return;
  Waiting self;
  self.slices = ++slices;
  {
    MutexLock lock(mutex_);
    if (line_.empty()) return;
    GiveTurnBack();
    line_.push_back(&self);
  }
  WaitForTurn(self, nobody_waits);
}

void WorkerPool::GiveTurnBack() {
  if (line_.empty()) {
    --turns_;
    return;
  }
  oldest_is_next_ = !oldest_is_next_;
  auto next = oldest_is_next_ ? line_.begin()
                              : std::min_element(line_.begin(), line_.end(),
                                                 [](auto* a, auto* b) {
                                                   return a->slices < b->slices;
                                                 });
  (*next)->has_turn = true;
  (*next)->called.notify_one();
  line_.erase(next);
}

void WorkerPool::End(std::list<std::thread>::iterator self) {
  std::list<std::thread> ended;
  {
    MutexLock lock(mutex_);
    if (gave_way) --slow_;
    if (has_turn) GiveTurnBack();
    // Joined outside the lock, because the threads may have a low priority.
    ended.swap(ended_);
  }
  for (std::thread& thread : ended) thread.join();
  MutexLock lock(mutex_);
  ended_.splice(ended_.end(), threads_, self);
  if (threads_.empty()) all_ended_.notify_all();
}

std::chrono::nanoseconds Pace::CpuTime() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::nanoseconds(time.tv_nsec);
}

bool Pace::MustStop(uint64_t steps) {
  if (refused_) return true;
  const uint64_t before = std::exchange(steps_, steps);
  const uint64_t next = steps < before ? steps : steps - before;
  if (pool_ != nullptr) {
    const std::chrono::nanoseconds passed = CpuTime() - began_;
    if (passed > kQuick || next > kQuickSteps) pool_->PromoteFollower();
    if (WorkerPool::HasGivenWay()) {
      pool_->TakeTurn(nobody_waits_);
      if (passed - slice_began_ > kSlice && !memory_is_short_()) {
        pool_->ShareTurn(nobody_waits_);
        slice_began_ = passed;
      }
    } else if (passed > kSlow || next > kSlowSteps) {
      refused_ = !pool_->GiveWay(nobody_waits_);
      slice_began_ = passed;
    }
  }
  return refused_ || nobody_waits_();
}

bool Pace::MustStopWaiting() {
  if (pool_ != nullptr && !refused_) refused_ = !pool_->Rest();
  return refused_ || nobody_waits_();
}

}  // namespace loom
