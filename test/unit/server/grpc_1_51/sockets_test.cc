// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "server/process/listener.h"
#include "test/testing/in_threads.h"
#include "test/testing/tcp.h"

// The thread sanitizer treats a descriptor as a variable, and reports a race
// when one thread looks at it while another closes it. That is what OpenSockets
// is for: the owner closes a socket whenever it likes, and then fstat fails or
// finds another inode.
//
// The sanitizer prescribes the name.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() { return "race:InodeOf"; }

namespace loom {
namespace {

Descriptor Socket() { return Descriptor(socket(AF_INET, SOCK_STREAM, 0)); }

TEST(OpenSockets, CountsUpToANumber) {
  OpenSockets open(2);
  Descriptor a = Socket(), b = Socket(), c = Socket();
  EXPECT_TRUE(open.Add(a.get()));
  EXPECT_TRUE(open.Add(b.get()));
  EXPECT_FALSE(open.Add(c.get()));
  EXPECT_EQ(open.Count(), 2u);
}

TEST(OpenSockets, SeesThatOneWasClosed) {
  OpenSockets open(2);
  Descriptor a = Socket(), c = Socket();
  {
    Descriptor b = Socket();
    ASSERT_TRUE(open.Add(a.get()));
    ASSERT_TRUE(open.Add(b.get()));
  }
  EXPECT_TRUE(open.Add(c.get()));
  EXPECT_EQ(open.Count(), 2u);
}

TEST(OpenSockets, TakesAnotherFileForNoSocketOfIts) {
  OpenSockets open(2);
  Descriptor a = Socket();
  int number = a.get();
  ASSERT_TRUE(open.Add(number));
  a = Descriptor();
  // What is opened next has the same number.
  Descriptor file(::open("/dev/null", O_RDONLY));
  ASSERT_EQ(file.get(), number);
  EXPECT_EQ(open.Count(), 0u);
}

TEST(OpenSockets, TakesTheSameNumberForANewSocket) {
  OpenSockets open(1);
  Descriptor a = Socket();
  int number = a.get();
  ASSERT_TRUE(open.Add(number));
  a = Descriptor();
  Descriptor b = Socket();
  ASSERT_EQ(b.get(), number);
  EXPECT_TRUE(open.Add(number));
  EXPECT_EQ(open.Count(), 1u);
}

TEST(OpenSockets, VisitsThoseThatAreOpen) {
  OpenSockets open(9);
  Descriptor a = Socket();
  ASSERT_TRUE(open.Add(a.get()));
  int number;
  {
    Descriptor b = Socket();
    number = b.get();
    ASSERT_TRUE(open.Add(number));
  }
  // Another socket, with the number of one that was closed.
  Descriptor c = Socket();
  ASSERT_EQ(c.get(), number);
  int visited = 0;
  open.ForEach([&](int fd, uint64_t before) {
    ++visited;
    EXPECT_EQ(before, 0u);
    EXPECT_NE(fd, a.get()) << "it is a copy";
  });
  EXPECT_EQ(visited, 1);
}

TEST(OpenSockets, CountsForManyThreads) {
  OpenSockets open(100);
  std::vector<std::vector<Descriptor>> kept(4);
  InThreads(4, [&](int thread) {
    for (int i = 0; i < 50; ++i) {
      Descriptor socket = Socket();
      EXPECT_TRUE(open.Add(socket.get()));
      if (i % 5 == 0) kept[size_t(thread)].push_back(std::move(socket));
      EXPECT_LE(open.Count(), 100u);
    }
  });
  EXPECT_EQ(open.Count(), 40u);
}

// A connection to the listener from an address of its own family; the port of
// the client becomes *port.
Descriptor Connect(const Listener& listener, int family, std::string* port) {
  const std::string& to = listener.address();
  auto number = htons(uint16_t(std::stoi(to.substr(to.rfind(':') + 1))));
  Descriptor client(socket(family, SOCK_STREAM, 0));
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = number;
  six.sin6_addr = in6addr_loopback;
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = number;
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bool is_six = family == AF_INET6;
  auto* address = is_six ? reinterpret_cast<sockaddr*>(&six)
                         : reinterpret_cast<sockaddr*>(&four);
  socklen_t size = is_six ? sizeof six : sizeof four;
  EXPECT_EQ(connect(client.get(), address, size), 0);
  sockaddr_in6 self{};
  size = sizeof self;
  getsockname(client.get(), reinterpret_cast<sockaddr*>(&self), &size);
  // The port is at the same place in both families.
  *port = std::to_string(ntohs(self.sin6_port));
  return client;
}

TEST(PeerOf, NamesThePeerAsGrpcDoes) {
  struct {
    const char* reason;
    const char* address;
    int family;
    const char* want;
  } tests[] = {
      {"IPv4", "127.0.0.1:0", AF_INET, "ipv4:127.0.0.1:"},
      {"IPv6", "[::1]:0", AF_INET6, "ipv6:%5B::1%5D:"},
      {"IPv4 at a port for both", ":0", AF_INET, "ipv4:127.0.0.1:"},
      {"IPv6 at a port for both", ":0", AF_INET6, "ipv6:%5B::1%5D:"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto listener = Listener::Bind(test.address);
    ASSERT_TRUE(listener.ok()) << listener.status();
    std::string port;
    Descriptor client = Connect(*listener, test.family, &port);
    Descriptor server = Accepted(*listener);
    EXPECT_EQ(PeerOf(server.get()), test.want + port);
  }
}

TEST(PeerOf, IsEmptyIfThereIsNone) {
  EXPECT_EQ(PeerOf(-1), "");
  Descriptor alone(socket(AF_INET, SOCK_STREAM, 0));
  EXPECT_EQ(PeerOf(alone.get()), "") << "not connected";
}

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
