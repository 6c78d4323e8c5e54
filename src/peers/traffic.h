// SPDX-License-Identifier: Apache-2.0
// TrafficOf says how many bytes have gone over a TCP connection.
//
//   Traffic traffic = TrafficOf(fd);
//   bool busy = traffic.received > before.received;
#pragma once

#include <cstdint>

namespace loom {

struct Traffic {
  // Bytes that came from the peer, and bytes whose arrival the peer has
  // acknowledged. All are 0 if the descriptor is no TCP connection.
  uint64_t received = 0;
  uint64_t acknowledged = 0;
};

Traffic TrafficOf(int fd);

}  // namespace loom
