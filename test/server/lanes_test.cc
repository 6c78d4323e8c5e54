// SPDX-License-Identifier: Apache-2.0
#include "server/lanes.h"

#include <atomic>
#include <chrono>
#include <latch>

#include "gtest/gtest.h"

namespace loom {
namespace {

using std::chrono::milliseconds;

TEST(Lanes, TakesUntilThereIsNothingMore) {
  std::atomic<int> left{1000}, taken{0};
  {
    Lanes lanes(3, [&](Lanes&) {
      if (left.fetch_sub(1) <= 0) return false;
      ++taken;
      return true;
    });
    EXPECT_EQ(lanes.takers(), 3);
  }
  EXPECT_EQ(taken, 1000);
}

TEST(Lanes, HasTakersWhateverIsSlow) {
  std::atomic<int> next{0}, quick{0}, refused{0};
  std::latch done(1);
  Lanes lanes(2, [&](Lanes& self) {
    int number = next++;
    if (number < 20) {  // more than may be slow at once
      if (!self.StepAside()) ++refused;
      EXPECT_TRUE(refused > 0 || self.StepAside()) << "once is enough";
      if (number < Lanes::kSlowCalls) done.wait();
      return true;
    }
    if (number < 100) {
      ++quick;
      return true;
    }
    if (number == 100) done.count_down();
    return false;
  });
  done.wait();
  EXPECT_EQ(quick, 80);
  EXPECT_EQ(refused, 4);
}

// Threads step aside, come back and end, all at once.
TEST(Lanes, CountsSlowCallsRightWhenManyComeAndGo) {
  std::atomic<int> left{2000}, slow{0}, most{0};
  {
    Lanes lanes(4, [&](Lanes& self) {
      int number = left--;
      if (number <= 0) return false;
      if (number % 3 == 0 || !self.StepAside()) return true;
      int now = ++slow;
      for (int seen = most; now > seen;) most.compare_exchange_weak(seen, now);
      std::this_thread::yield();
      --slow;
      return true;
    });
  }
  EXPECT_GE(most, 1);
  EXPECT_LE(most, Lanes::kSlowCalls);
}

}  // namespace
}  // namespace loom
