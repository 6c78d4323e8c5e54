// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "gtest/gtest.h"
#include "server/grpc/event.h"

namespace loom {
namespace {

using std::chrono::milliseconds;

TEST(QueueProbe, PassesWhileSomebodyTakesEvents) {
  grpc::CompletionQueue queue;
  QueueProbe probe(queue);
  using Clock = std::chrono::steady_clock;
  EXPECT_FALSE(probe.Passes(milliseconds(20))) << "nobody takes events";
  Clock::time_point start = Clock::now();
  EXPECT_FALSE(probe.Passes(std::chrono::seconds(60))) << "still the first";
  EXPECT_LT(Clock::now() - start, std::chrono::seconds(10));
  std::thread taker([&] {
    while (EventQueue(queue).TakeOne(nullptr)) {
    }
  });
  bool passes = false;
  for (int i = 0; i < 1000 && !passes; ++i) {
    passes = probe.Passes(milliseconds(1000));
    if (!passes) std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_TRUE(passes);
  EXPECT_TRUE(probe.Passes(std::chrono::seconds(10)));
  probe.Close();
  queue.Shutdown();
  taker.join();
  EXPECT_FALSE(probe.Passes(milliseconds(1))) << "it is closed";
}

}  // namespace
}  // namespace loom
