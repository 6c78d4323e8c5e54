// SPDX-License-Identifier: Apache-2.0
#include "server/connections/peer.h"

#include <arpa/inet.h>

#include "gtest/gtest.h"
#include "test/testing/tcp.h"

namespace loom {
namespace {

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

}  // namespace
}  // namespace loom
