// SPDX-License-Identifier: Apache-2.0
#include "server/connections/peer.h"

#include <arpa/inet.h>
#include <sys/socket.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

std::string Ipv4(const void* address, in_port_t port) {
  char text[INET_ADDRSTRLEN];
  inet_ntop(AF_INET, address, text, sizeof text);
  return absl::StrCat("ipv4:", text, ":", ntohs(port));
}

std::string Ipv6(const sockaddr_in6& peer) {
  if (IN6_IS_ADDR_V4MAPPED(&peer.sin6_addr)) {
    return Ipv4(&peer.sin6_addr.s6_addr[12], peer.sin6_port);
  }
  char text[INET6_ADDRSTRLEN];
  inet_ntop(AF_INET6, &peer.sin6_addr, text, sizeof text);
  // %5B, %5D and %25 stand for [, ] and % in an URI.
  std::string scope =
      peer.sin6_scope_id == 0 ? "" : absl::StrCat("%25", peer.sin6_scope_id);
  return absl::StrCat("ipv6:%5B", text, scope, "%5D:", ntohs(peer.sin6_port));
}

}  // namespace

std::string PeerOf(int fd) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) != 0)
    return "";
  if (peer.ss_family == AF_INET6) {
    return Ipv6(reinterpret_cast<const sockaddr_in6&>(peer));
  }
  if (peer.ss_family != AF_INET) return "";
  const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(peer);
  return Ipv4(&ipv4.sin_addr, ipv4.sin_port);
}

}  // namespace loom
