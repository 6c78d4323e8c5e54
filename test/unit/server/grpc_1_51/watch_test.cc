// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/watch.h"

#include "gtest/gtest.h"
#include "test/testing/taker.h"

namespace loom {
namespace {

// What it does is seen over real connections, in test/suites/faults/readers.py and
// memory.py.
TEST(Watch, EndsWhenItIsAsked) {
  auto listener = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(listener.ok());
  Metrics metrics;
  Taken taken;
  Acceptor acceptor(*std::move(listener), 1, std::make_unique<Taker>(&taken),
                    &metrics);
  CallsInProgress calls(1000);
  EXPECT_TRUE(calls.held.Take(600)) << "also while it looks at answers";
  auto start = std::chrono::steady_clock::now();
  { Watch watch(calls, acceptor, &metrics); }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(metrics.connections_ended[kUnreadAnswer].value(), 0u);
}

}  // namespace
}  // namespace loom
