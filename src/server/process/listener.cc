// SPDX-License-Identifier: Apache-2.0
#include "server/process/listener.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace loom {
namespace {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
};

SocketAddress Version4(in_addr host, uint16_t port) {
  SocketAddress address{.size = sizeof(sockaddr_in)};
  auto* to = reinterpret_cast<sockaddr_in*>(&address.storage);
  to->sin_family = AF_INET;
  to->sin_port = htons(port);
  to->sin_addr = host;
  return address;
}

SocketAddress Version6(const in6_addr& host, uint16_t port) {
  SocketAddress address{.size = sizeof(sockaddr_in6)};
  auto* to = reinterpret_cast<sockaddr_in6*>(&address.storage);
  to->sin6_family = AF_INET6;
  to->sin6_port = htons(port);
  to->sin6_addr = host;
  return address;
}

std::optional<SocketAddress> Parse(absl::string_view text) {
  size_t colon = text.rfind(':');
  uint32_t port;
  if (colon == absl::string_view::npos ||
      !absl::SimpleAtoi(text.substr(colon + 1), &port) || port > 65535) {
    return std::nullopt;
  }
  std::string host(text.substr(0, colon));
  if (host.empty()) return Version6(in6addr_any, uint16_t(port));
  if (host == "localhost") host = "127.0.0.1";
  if (in_addr four; inet_pton(AF_INET, host.c_str(), &four) == 1) {
    return Version4(four, uint16_t(port));
  }
  absl::string_view inside = host;
  in6_addr six;
  if (absl::ConsumePrefix(&inside, "[") && absl::ConsumeSuffix(&inside, "]") &&
      inet_pton(AF_INET6, std::string(inside).c_str(), &six) == 1) {
    return Version6(six, uint16_t(port));
  }
  return std::nullopt;
}

absl::StatusOr<Descriptor> Open(SocketAddress& address) {
  Descriptor made(socket(address.storage.ss_family,
                         SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  int fd = made.get(), yes = 1, no = 0;
  // Connections inherit these options. SO_REUSEADDR lets a restarted server
  // listen while connections of the previous one are still in TIME_WAIT.
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (address.storage.ss_family == AF_INET6) {
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  }
  if (bind(fd, address.get(), address.size) != 0 ||
      listen(fd, SOMAXCONN) != 0 ||
      getsockname(fd, address.get(), &address.size) != 0) {
    return absl::FailedPreconditionError(std::strerror(errno));
  }
  return made;
}

uint16_t PortOf(const SocketAddress& address) {
  // The port has the same offset in sockaddr_in6.
  return ntohs(
      reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_port);
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

WakeUp::WakeUp() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void WakeUp::Wake() const { eventfd_write(event_.get(), 1); }

absl::StatusOr<Listener> Listener::Bind(absl::string_view text) {
  std::optional<SocketAddress> address = Parse(text);
  if (!address.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot listen on ", text,
        ": expected IP:PORT, [IPV6]:PORT, localhost:PORT or :PORT"));
  }
  absl::StatusOr<Descriptor> made = Open(*address);
  absl::string_view host = text.substr(0, text.rfind(':'));
  if (!made.ok() && host.empty()) {  // the machine has no IPv6
    *address = Version4({INADDR_ANY}, PortOf(*address));
    made = Open(*address);
  }
  if (!made.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen on ", text, ": ", made.status().message()));
  }
  std::string shown(host.empty() ? "[::]" : host);
  return Listener(*std::move(made), absl::StrCat(shown, ":", PortOf(*address)));
}

bool Listener::Wait(const WakeUp& wake) const {
  pollfd waited[] = {{socket_.get(), POLLIN, 0}, {wake.fd(), POLLIN, 0}};
  while (poll(waited, 2, -1) < 0 && errno == EINTR) {
  }
  return waited[1].revents == 0;
}

int Listener::Accept() const {
  return accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

}  // namespace loom
