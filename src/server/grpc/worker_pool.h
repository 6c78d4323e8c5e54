// SPDX-License-Identifier: Apache-2.0
// WorkerPool runs calls in threads such that slow calls do not block quick ones, and
// Pace decides for a call when it has to make room for others.
//
//   WorkerPool workers(2, [&](WorkerPool& pool) { return events.TakeOne(&pool); });
//   // In a call, at every check of its limits:
//   Pace pace(&workers, [] { return false; });
//   if (pace.MustStop(steps)) return absl::ResourceExhaustedError("too slow");
//
// A fixed number of threads, the workers, take calls and serve them. The pool knows two
// ways to make room:
//
//   PromoteFollower   another worker waits for the next call beside this one
//   GiveWay           this call is slow: its thread leaves the workers, and a new
//                     thread takes its place among them
//
// Of the slow calls as many run at once as there are workers. Further ones wait in
// line, up to 128 slow calls in all; beyond that GiveWay returns false.
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

// Safe to use from many threads.
class WorkerPool {
 public:
  static constexpr int kSlowCalls = limits::kSlowCalls;

  // Starts the workers. `serve_one` waits for a call, serves it and returns true, or
  // returns false if there will be no more calls. Only the worker that leads calls it,
  // and once it has returned false it must do so for each of them.
  WorkerPool(int workers, std::function<bool(WorkerPool&)> serve_one);
  // Blocks until serve_one has returned false and all calls are finished.
  ~WorkerPool();

  int workers() const { return workers_; }

  // Called within serve_one: from now on another worker leads, if one is free. Does
  // nothing if the thread does not lead.
  void PromoteFollower();

  // Called within serve_one when its call is slow. Promotes a follower, too. Waits until
  // the call may go on, or until nobody_waits() is true, which it asks every 50 ms. False
  // if 128 other calls are slow already; the thread then remains a worker. Further
  // calls during the same serve_one return true at once.
  bool GiveWay(const std::function<bool()>& nobody_waits);

  // Whether the calling thread has given way.
  static bool HasGivenWay();

 private:
  // A slow call that waits for its turn.
  struct Waiting {
    std::condition_variable called;
    bool has_turn = false;
  };

  void Run(std::list<std::thread>::iterator self);
  void Lead();
  bool StartWorker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
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
  // Threads that have nothing more to do, and are to be joined.
  std::list<std::thread> ended_ ABSL_GUARDED_BY(mutex_);
  // How many calls have given way, and how many of them have a turn.
  int slow_ ABSL_GUARDED_BY(mutex_) = 0;
  int turns_ ABSL_GUARDED_BY(mutex_) = 0;
  std::list<Waiting*> line_ ABSL_GUARDED_BY(mutex_);
};

// How fast one call is. It is not quick once it has used half a millisecond of CPU time
// or is about to take 50,000 steps, and then promotes a follower. It is slow after 5 ms
// or before 500,000 steps (limits.h), and then gives way. Used by the thread that runs
// the call.
class Pace {
 public:
  // The pool is that of the thread, or null: then no other thread is to take calls.
  // `nobody_waits` says whether the client is gone or the deadline has passed.
  Pace(WorkerPool* pool, std::function<bool()> nobody_waits)
      : pool_(pool), nobody_waits_(std::move(nobody_waits)) {}

  // Whether the call has to stop, because nobody waits for it or because it was
  // refused. `steps` is how many steps the call has taken, including those that it is
  // about to take. If there are fewer than before, the call has begun again.
  bool MustStop(uint64_t steps);

  // Whether the call was slow while too many others were. It stays refused, so
  // MustStop is true from then on.
  bool refused() const { return refused_; }

 private:
  static std::chrono::nanoseconds CpuTime();

  WorkerPool* const pool_;
  const std::function<bool()> nobody_waits_;
  // The CPU time of the thread when the call began.
  const std::chrono::nanoseconds began_ = CpuTime();
  uint64_t steps_ = 0;
  bool refused_ = false;
};

}  // namespace loom
