// SPDX-License-Identifier: Apache-2.0
// Lanes runs calls in threads such that slow calls do not hold up quick ones. A
// number of threads, the takers, take calls and work on them.
//
//   Lanes lanes(2, [&](Lanes& self) { return events.TakeOne(&self); });
//   // In a call that is not over within a moment, or beside which others wait:
//   lanes.HandOver();
//   // In a call that has found out that it is slow:
//   if (!lanes.StepAside([] { return false; })) {
//     status = absl::ResourceExhaustedError("too many slow calls");
//   }
//
// One taker at a time leads: it waits for calls, and works on those that come. It goes on
// to lead until a call hands over; then another taker leads, beside that call. So while
// calls come one by one and are quick, no thread wakes another, which takes as long as a
// call of a few resources.
//
// When a call turns out to be slow, its thread steps aside: it goes on with that call, but
// is no longer a taker, and a new thread becomes a taker in its place. So the number of
// takers stays the same, whatever is slow.
//
// As many slow calls run at once as there are takers. Further ones wait in line,
// up to 128 slow calls in all. A thread that has stepped aside has a low
// priority, so that the system prefers the takers. A thread cannot raise its
// priority again, so it ends after its slow call.
//
// Safe to use from many threads.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <thread>

#include "base/limits.h"
#include "base/mutex.h"

namespace loom {

class Lanes {
 public:
  static constexpr int kSlowCalls = limits::kSlowCalls;

  // Starts the takers. `take_one` waits for a call, works on it and returns
  // true, or returns false if there will be no more calls. It is called by the thread
  // that leads, and once it has returned false it must do so for each of them.
  Lanes(int takers, std::function<bool(Lanes&)> take_one);
  // Blocks until take_one has returned false and all calls are finished.
  ~Lanes();

  int takers() const { return takers_; }

  // Called by take_one: from now on another taker leads, if one is free. Nothing happens
  // if the thread does not lead.
  void HandOver();

  // Called by take_one when its call is slow. Hands over, too. Waits until the call may go on, or
  // until nobody_waits() is true, which it asks every 50 ms. False if 128 other
  // calls are slow already; the thread then remains a taker. Further calls
  // during the same call of take_one return true at once.
  bool StepAside(const std::function<bool()>& nobody_waits);

  // Whether the thread that asks has stepped aside.
  static bool Aside();

 private:
  // A slow call that waits for its turn.
  struct Waiting {
    std::condition_variable called;
    bool has_turn = false;
  };

  void Run(std::list<std::thread>::iterator self);
  void Lead();
  bool StartTaker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WaitForTurn(Waiting& self, const std::function<bool()>& nobody_waits);
  void GiveTurnBack() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void End(std::list<std::thread>::iterator self);

  const int takers_;
  const std::function<bool(Lanes&)> take_one_;
  Mutex mutex_;
  std::condition_variable all_ended_;
  std::condition_variable handed_over_;
  bool somebody_leads_ ABSL_GUARDED_BY(mutex_) = false;
  std::list<std::thread> threads_ ABSL_GUARDED_BY(mutex_);
  // Threads that have nothing more to do, and are to be joined.
  std::list<std::thread> ended_ ABSL_GUARDED_BY(mutex_);
  // How many calls have stepped aside, and how many of them have a turn.
  int slow_ ABSL_GUARDED_BY(mutex_) = 0;
  int turns_ ABSL_GUARDED_BY(mutex_) = 0;
  std::list<Waiting*> line_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace loom
