// SPDX-License-Identifier: Apache-2.0
// WorkerPool runs calls in threads so that slow calls do not block quick ones. Pace
// decides when a call has to make room for others.
//
// A fixed number of threads, the workers, take calls and serve them. The pool has two
// ways to make room:
//
//   PromoteFollower   another worker waits for the next call while this call runs
//   GiveWay           this call is slow: its thread leaves the workers, and a new
//                     thread joins them
//
// As many slow calls run at once as there are workers. Other slow calls wait in a
// queue, up to 128 slow calls in total. Beyond that, GiveWay returns false.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <thread>
#include <utility>

#include "base/limits.h"
#include "base/mutex.h"

namespace loom {

// Thread-safe.
class WorkerPool {
 public:
  static constexpr int kSlowCalls = limits::kSlowCalls;

  // Starts the workers. `serve_one` waits for a call, serves it and returns true, or
  // returns false if there will be no more calls. Only the worker that leads calls it.
  // Once it has returned false, it must return false to every worker.
  WorkerPool(int workers, std::function<bool(WorkerPool&)> serve_one);
  // Blocks until serve_one has returned false and all calls have finished.
  ~WorkerPool();

  int workers() const { return workers_; }

  // Call this within serve_one: from now on another worker leads, if one is free. Does
  // nothing if the calling thread does not lead.
  void PromoteFollower();

  // Call this within serve_one when its call is slow. Also promotes a follower. Waits
  // until the call may continue or nobody_waits() returns true, which is checked every
  // 50 ms. Returns false if 128 other calls are already slow or the system has no more
  // threads; the thread then remains a worker. After GiveWay has returned true, calling
  // it again during the same serve_one returns true at once.
  bool GiveWay(const std::function<bool()>& nobody_waits);

  // Call this within serve_one when its call has to wait for another one. The thread
  // leaves the workers and gives its turn away, because the other call may need both.
  // Does not wait. Returns false as GiveWay does. TakeTurn ends the rest.
  bool Rest();

  // Waits for a turn, as GiveWay does, unless the call has one. Call this after GiveWay
  // or Rest.
  void TakeTurn(const std::function<bool()>& nobody_waits);

  // Call this after GiveWay, whenever the call has used a slice of CPU time. If other
  // slow calls wait in line, gives the turn to one of them, joins the end of the line,
  // and waits as GiveWay does.
  void ShareTurn(const std::function<bool()>& nobody_waits);

  static bool HasGivenWay();

 private:
  // A slow call that waits for its turn.
  struct Waiting {
    std::condition_variable called;
    bool has_turn = false;
    int slices = 0;  // that the call has used before
  };

  void Run(std::list<std::thread>::iterator self);
  void Lead();
  bool StartWorker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // With `self`, also takes a turn or joins the line.
  bool LeaveWorkers(Waiting* self);
  void TakePlace(Waiting& self) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WaitForTurn(Waiting& self, const std::function<bool()>& nobody_waits);
  void GiveTurnBack() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void End(std::list<std::thread>::iterator self);

  const int workers_;
  const std::function<bool(WorkerPool&)> serve_one_;
  Mutex mutex_;
  std::condition_variable all_ended_;
  std::condition_variable no_leader_;
  bool has_leader_ ABSL_GUARDED_BY(mutex_) = false;
  std::list<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
  // Threads that have finished their work and are to be joined.
  std::list<std::thread> ended_ ABSL_GUARDED_BY(mutex_);
  // How many calls have given way, and how many of them have a turn.
  int slow_ ABSL_GUARDED_BY(mutex_) = 0;
  int turns_ ABSL_GUARDED_BY(mutex_) = 0;
  std::list<Waiting*> line_ ABSL_GUARDED_BY(mutex_);
  bool oldest_is_next_ ABSL_GUARDED_BY(mutex_) = false;
};

// Pace measures how fast one call is. Once the call has used half a millisecond of CPU
// time or is about to take 50,000 steps, it is not quick, and Pace promotes a follower.
// Once it has used 5 ms or is about to take 500,000 steps, it is slow, and Pace gives
// way. From then on it shares its turn every 50 ms. While memory is short, it keeps its
// turn to its end: if many large calls took turns, all of them would hold most of their
// memory at the same time. Used by the thread that runs the call.
class Pace {
 public:
  // `pool` is the pool of the thread. If it is null, the call does not make room for
  // others. `nobody_waits` returns whether the client is gone or the deadline has
  // passed, and `memory_is_short` whether all calls together hold much memory.
  Pace(WorkerPool* pool, std::function<bool()> nobody_waits,
       std::function<bool()> memory_is_short)
      : pool_(pool),
        nobody_waits_(std::move(nobody_waits)),
        memory_is_short_(std::move(memory_is_short)) {}

  // Returns whether the call has to stop, because the client no longer waits for it or
  // because it was refused. `steps` is the number of steps that the call has taken,
  // including those that it is about to take. If it is smaller than before, the call
  // has started again.
  bool MustStop(uint64_t steps);

  // Call this instead of MustStop while the call waits for another one: it keeps
  // neither a worker nor a turn from others. The next MustStop takes a turn again.
  bool MustStopWaiting();

  // Returns whether the call was slow while too many others were. It stays refused.
  bool refused() const { return refused_; }

 private:
  static std::chrono::nanoseconds CpuTime();

  WorkerPool* const pool_;
  const std::function<bool()> nobody_waits_;
  const std::function<bool()> memory_is_short_;
  // The CPU time of the thread when the call began.
  const std::chrono::nanoseconds began_ = CpuTime();
  std::chrono::nanoseconds slice_began_{0};  // in CPU time since began_
  uint64_t steps_ = 0;
  bool refused_ = false;
};

}  // namespace loom
