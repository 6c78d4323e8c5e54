// SPDX-License-Identifier: Apache-2.0
// Lanes runs calls in threads such that slow calls do not hold up quick ones. A
// number of threads, the takers, take calls and work on them. When a call turns
// out to be slow, its thread goes on with it but is no longer a taker, and a
// spare thread becomes a taker in its place. So the number of takers stays the
// same while up to 16 slow calls run beside them, and the scheduler of the
// system divides the cores among all.
//
//   Lanes lanes(2, [&](Lanes& self) { return TakeOne(self); });
//   // In a call that has found out that it is slow:
//   if (!lanes.StepAside()) status = absl::ResourceExhaustedError("too busy");
//
// Safe to use from many threads.
#pragma once

#include <condition_variable>
#include <functional>
#include <thread>
#include <vector>

#include "base/limits.h"
#include "base/mutex.h"

namespace loom {

class Lanes {
 public:
  static constexpr int kSlowCalls = limits::kSlowCalls;

  // Starts the threads. `take_one` waits for a call, works on it and returns
  // true, or returns false if there will be no more calls. It is called by
  // `takers` threads at a time, and once it has returned false it must do so
  // for each of them.
  Lanes(int takers, std::function<bool(Lanes&)> take_one);
  // Blocks until take_one has returned false and all calls are finished.
  ~Lanes();

  int takers() const { return takers_; }

  // Called by take_one when its call is slow. False if 16 other calls are slow
  // already; the thread then remains a taker. Further calls during the same
  // call of take_one return true and have no effect.
  bool StepAside();

 private:
  void Run();
  bool BecomeTaker();
  bool StillTaker();
  void End();

  const int takers_;
  const std::function<bool(Lanes&)> take_one_;
  Mutex mutex_;
  std::condition_variable free_;
  // How many more threads may become takers.
  int places_ ABSL_GUARDED_BY(mutex_);
  // How many calls were left to their threads.
  int slow_ ABSL_GUARDED_BY(mutex_) = 0;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace loom
