// SPDX-License-Identifier: Apache-2.0
#include "server/connections/traffic.h"

// The header of the C library has no counters of bytes.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace loom {

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
