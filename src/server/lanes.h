// SPDX-License-Identifier: Apache-2.0
// Lanes keeps slow calls from standing in the way of quick ones. T threads take
// calls and work on them; a call that has taken long is left to its thread
// alone, and a spare thread takes calls in its place. So there are always T
// that take calls, and up to 16 slow ones beside them, which the system's
// scheduler gives their share of the cores.
//
//   Lanes lanes(2, [&](Lanes& self) { return TakeOne(self); });
//   …in a thread that has found out that its call is slow:
//   if (!lanes.StepAside()) return absl::ResourceExhaustedError("…");
//
// The work is a function that takes one call, works on it and returns true, or
// returns false once there are no more.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace loom {

class Lanes {
 public:
  static constexpr int kSlowCalls = 16;

  Lanes(int takers, std::function<bool(Lanes&)> take_one);
  // Once take_one returns false.
  ~Lanes();

  int takers() const { return takers_; }

  // The call of this thread is slow. False: too many are.
  bool StepAside();

 private:
  void Run();
  bool BecomeTaker();
  bool StillTaker();
  void End();

  const int takers_;
  const std::function<bool(Lanes&)> take_one_;
  std::mutex mutex_;
  std::condition_variable free_;
  int places_;    // for threads that may take calls
  int slow_ = 0;  // calls that were left to their threads
  bool ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace loom
