// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/calls_in_progress.h"

#include <thread>

#include "gtest/gtest.h"

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

}  // namespace
}  // namespace loom
