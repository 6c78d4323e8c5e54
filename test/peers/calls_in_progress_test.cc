// SPDX-License-Identifier: Apache-2.0
#include "peers/calls_in_progress.h"

#include <thread>

#include "gtest/gtest.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

TEST(CallCount, WaitsUntilAllAreGone) {
  CallCount count;
  count.WaitForNone();
  count.Add();
  count.Add();
  std::atomic<bool> removed{false};
  std::thread other([&] {
    count.Remove();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    removed = true;
    count.Remove();
  });
  count.WaitForNone();
  EXPECT_TRUE(removed);
  other.join();
}

TEST(HeldBytes, CountsUpToALimit) {
  HeldBytes held(100);
  EXPECT_TRUE(held.Take(60));
  EXPECT_TRUE(held.Crowded());
  EXPECT_FALSE(held.Take(41)) << "one byte too many";
  EXPECT_TRUE(held.Take(40));
  held.Give(60);
  EXPECT_EQ(held.held(), 40u);
  EXPECT_FALSE(held.Crowded());
}

TEST(HeldBytes, TakesAnythingIfNothingIsHeld) {
  HeldBytes held(100);
  EXPECT_TRUE(held.Take(1000)) << "larger than the limit, but alone";
  EXPECT_FALSE(held.Take(1));
  held.Give(1000);
  EXPECT_TRUE(held.Take(1));
}

TEST(HeldBytes, CountsForManyThreads) {
  HeldBytes held(1000);
  InThreads(4, [&](int) {
    for (int i = 0; i < 10'000; ++i) {
      if (held.Take(400)) held.Give(400);
    }
  });
  EXPECT_EQ(held.held(), 0u);
}

}  // namespace
}  // namespace loom
