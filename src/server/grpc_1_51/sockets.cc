// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/tcp.h>  // netinet/tcp.h has no counters of bytes
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <iterator>

#include "absl/strings/str_cat.h"
#include "server/process/listener.h"

namespace loom {
namespace {

// Returns 0 if the descriptor is not open.
unsigned long InodeOf(int fd) {
  struct stat about;
  return fstat(fd, &about) == 0 ? about.st_ino : 0;
}

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
  // %5B, %5D and %25 mean [, ] and % in a URI.
  std::string scope =
      peer.sin6_scope_id == 0 ? "" : absl::StrCat("%25", peer.sin6_scope_id);
  return absl::StrCat("ipv6:%5B", text, scope, "%5D:", ntohs(peer.sin6_port));
}

}  // namespace

bool OpenSockets::Add(int fd) {
  MutexLock lock(mutex_);
  if (sockets_.size() >= most_) Forget();
  // A known descriptor does not count twice: its former socket is closed.
  if (sockets_.size() >= most_ && sockets_.count(fd) == 0) return false;
  sockets_[fd] = {InodeOf(fd), counted_++};
  return true;
}

size_t OpenSockets::Count() {
  MutexLock lock(mutex_);
  Forget();
  return sockets_.size();
}

void OpenSockets::ForEach(
    const std::function<void(int fd, uint64_t before)>& visit) {
  MutexLock lock(mutex_);
  for (const auto& [fd, socket] : sockets_) {
    Descriptor copy(fcntl(fd, F_DUPFD_CLOEXEC, 0));
    if (copy.get() >= 0 && InodeOf(copy.get()) == socket.inode) {
      visit(copy.get(), socket.before);
    }
  }
}

void OpenSockets::Forget() {
  for (auto at = sockets_.begin(); at != sockets_.end();) {
    at = InodeOf(at->first) == at->second.inode ? std::next(at)
                                                : sockets_.erase(at);
  }
}

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

Traffic TrafficOf(int fd) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return {};
  // The state ESTABLISHED, for which this header has no name.
  constexpr int kEstablished = 1;
  return {info.tcpi_bytes_received, info.tcpi_bytes_acked,
          info.tcpi_state == kEstablished};
}

bool Abort(int fd) {
  if (!TrafficOf(fd).open) return false;
  sockaddr nobody{};
  nobody.sa_family = AF_UNSPEC;
  return connect(fd, &nobody, sizeof nobody) == 0;
}

}  // namespace loom
