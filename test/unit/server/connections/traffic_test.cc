// SPDX-License-Identifier: Apache-2.0
#include "server/connections/traffic.h"

#include "gtest/gtest.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

TEST(TrafficOf, CountsTheBytesOfAConnection) {
  auto listener = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(listener.ok());
  TcpPeer peer(listener->address());
  Descriptor server = Accepted(*listener);
  EXPECT_EQ(TrafficOf(server.get()).received, 0u);
  peer.Send("12345");
  ASSERT_EQ(send(server.get(), "123", 3, 0), 3);
  while (TrafficOf(server.get()).acknowledged < 3) usleep(1000);
  // Linux counts the beginning of the connection as a byte, too.
  EXPECT_LE(TrafficOf(server.get()).acknowledged, 4u);
  EXPECT_EQ(TrafficOf(server.get()).received, 5u);
}

TEST(Abort, EndsAConnectionOnce) {
  auto listener = Listener::Bind("127.0.0.1:0");
  ASSERT_TRUE(listener.ok());
  TcpPeer peer(listener->address());
  Descriptor server = Accepted(*listener);
  peer.Send("what nobody has read");
  EXPECT_TRUE(TrafficOf(server.get()).open);
  EXPECT_TRUE(Abort(server.get()));
  EXPECT_FALSE(TrafficOf(server.get()).open);
  EXPECT_FALSE(Abort(server.get())) << "it has ended";
  char byte;
  EXPECT_LE(recv(server.get(), &byte, 1, 0), 0) << "what came is lost";
  peer.ReadAll();
  EXPECT_TRUE(peer.ended());
}

TEST(TrafficOf, IsNothingWithoutAConnection) {
  EXPECT_EQ(TrafficOf(-1).received, 0u);
  EXPECT_FALSE(Abort(-1));
  Descriptor udp(socket(AF_INET, SOCK_DGRAM, 0));
  EXPECT_EQ(TrafficOf(udp.get()).received, 0u);
}

}  // namespace
}  // namespace loom
