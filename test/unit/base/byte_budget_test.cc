// SPDX-License-Identifier: Apache-2.0
#include "base/byte_budget.h"

#include <atomic>

#include "gtest/gtest.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

TEST(ByteBudget, CountsUpToALimit) {
  ByteBudget budget(100);
  EXPECT_TRUE(budget.Take(60));
  EXPECT_TRUE(budget.Crowded());
  EXPECT_FALSE(budget.Take(41)) << "one byte too many";
  EXPECT_TRUE(budget.Take(40));
  budget.Give(60);
  EXPECT_EQ(budget.held(), 40u);
  EXPECT_FALSE(budget.Crowded());
}

TEST(ByteBudget, TakesAnythingIfNothingIsHeld) {
  ByteBudget budget(100);
  EXPECT_TRUE(budget.Take(1000)) << "larger than the limit, but alone";
  EXPECT_FALSE(budget.Take(1));
  budget.Give(1000);
  EXPECT_TRUE(budget.Take(1));
}

TEST(ByteBudget, CountsForManyThreads) {
  ByteBudget budget(1000);
  InThreads(4, [&](int) {
    for (int i = 0; i < 10'000; ++i) {
      if (budget.Take(400)) budget.Give(400);
    }
  });
  EXPECT_EQ(budget.held(), 0u);
}

// A thread that asks for too much must not keep the room from others, not even
// for a moment.
TEST(ByteBudget, RefusesNobodyForWhatAnotherDoesNotGet) {
  constexpr int kTimes = 200'000;
  ByteBudget budget(1000);
  ASSERT_TRUE(budget.Take(1));
  std::atomic<bool> ended = false;
  int refused = 0;
  int taken = 0;
  InThreads(2, [&](int thread) {
    if (thread == 0) {
      for (int i = 0; i < kTimes; ++i) {
        if (budget.Take(400)) {
          budget.Give(400);
        } else {
          ++refused;
        }
      }
      ended = true;
    } else {
      while (!ended) taken += budget.Take(1000) ? 1 : 0;
    }
  });
  EXPECT_EQ(refused, 0) << "1 and 400 of 1000 bytes were held at most";
  EXPECT_EQ(taken, 0) << "1 byte was held all the time";
}

TEST(HeldBytes, AreHeldUntilTheyEnd) {
  ByteBudget budget(100);
  ASSERT_TRUE(budget.Take(10));
  {
    HeldBytes held;
    EXPECT_TRUE(held.Take(&budget, 60));
    EXPECT_FALSE(held.Take(&budget, 91)) << "one byte too many";
    EXPECT_EQ(budget.held(), 70u) << "as before";
    EXPECT_TRUE(held.Take(&budget, 90)) << "in place of the 60";
    EXPECT_TRUE(held.Take(&budget, 20));
    EXPECT_EQ(budget.held(), 30u);
    held.Force(&budget, 500);
    EXPECT_EQ(budget.held(), 510u);
    held.GiveAll();
    EXPECT_EQ(budget.held(), 10u);
    held.Force(&budget, 500);
  }
  EXPECT_EQ(budget.held(), 10u);
  HeldBytes nobodys;
  EXPECT_TRUE(nobodys.Take(nullptr, 1000)) << "nobody counts";
}

}  // namespace
}  // namespace loom
