// SPDX-License-Identifier: Apache-2.0
#include <atomic>

#include "gtest/gtest.h"
#include "server/process/log.h"
#include "test/testing/in_threads.h"

namespace loom {
namespace {

using std::chrono::seconds;

TEST(Rarely, LetsOneThroughInEachInterval) {
  Rarely rarely(seconds(60));
  const Rarely::Clock::time_point start(seconds(1000));
  struct {
    const char* reason;
    seconds at;
    bool want;
  } tests[] = {
      {"The first one.", seconds(0), true},
      {"At the same time.", seconds(0), false},
      {"Just before the interval is over.", seconds(59), false},
      {"The interval is over.", seconds(60), true},
      {"It begins again with each that was let through.", seconds(119), false},
      {"After a long pause.", seconds(1000), true},
      {"A pause does not let several through.", seconds(1001), false},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(rarely(start + test.at), test.want) << test.reason;
  }
}

TEST(Rarely, LetsOneOfManyThreadsThrough) {
  Rarely rarely(seconds(60));
  std::atomic<int> through{0};
  InThreads(4, [&](int) {
    for (int i = 0; i < 1000; ++i) through += rarely() ? 1 : 0;
  });
  EXPECT_EQ(through, 1);
}

}  // namespace
}  // namespace loom
