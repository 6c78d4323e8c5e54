// SPDX-License-Identifier: Apache-2.0
#include "server/process/listener.h"

#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(Listener, SaysWhereItListens) {
  struct {
    const char* address;
    const char* want;
  } tests[] = {
      {"127.0.0.1:0", "127\\.0\\.0\\.1:[1-9][0-9]*"},
      {"localhost:0", "localhost:[1-9][0-9]*"},
      {":0", "\\[::\\]:[1-9][0-9]*"},
      {"0.0.0.0:0", "0\\.0\\.0\\.0:[1-9][0-9]*"},
  };
  for (const auto& test : tests) {
    auto listener = Listener::Bind(test.address);
    ASSERT_TRUE(listener.ok()) << listener.status();
    EXPECT_THAT(listener->address(), MatchesRegex(test.want));
  }
}

TEST(Listener, RefusesWhatIsNoAddress) {
  for (const char* address :
       {"", "9443", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
        "127.0.0.1:-1", "no-such-host.invalid:1", "[127.0.0.1]:1", "::1:1"}) {
    EXPECT_EQ(Listener::Bind(address).status().code(),
              absl::StatusCode::kInvalidArgument)
        << address;
  }
}

TEST(Listener, SharesNoPort) {
  auto first = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(first.ok());
  absl::Status second = Listener::Bind(first->address()).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(second.message(), HasSubstr("Address already in use"));
  EXPECT_THAT(Listener::Bind("192.0.2.1:1").status().message(),
              HasSubstr("cannot listen on 192.0.2.1:1: Cannot assign"));
}

TEST(Listener, WaitsForConnectionsUntilItIsWoken) {
  auto listener = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(listener.ok());
  WakeUp wake;
  EXPECT_LT(listener->Accept(), 0);
  TcpPeer peer(listener->address());
  EXPECT_TRUE(listener->Wait(wake));
  Descriptor accepted(listener->Accept());
  EXPECT_GE(accepted.get(), 0);
  std::thread waker([&] { wake.Wake(); });
  EXPECT_FALSE(listener->Wait(wake));
  waker.join();
}

}  // namespace
}  // namespace loom
