// SPDX-License-Identifier: Apache-2.0
// TrafficOf says how many bytes have gone over a TCP connection, and Abort ends
// it.
//
//   Traffic traffic = TrafficOf(fd);
//   if (traffic.received > most) Abort(fd);
#pragma once

#include <cstdint>

namespace loom {

struct Traffic {
  // Bytes that came from the peer, and bytes whose arrival the peer has
  // acknowledged. All are 0 if the descriptor is no TCP connection.
  uint64_t received = 0;
  uint64_t acknowledged = 0;
  // Whether both sides can still send.
  bool open = false;
};

Traffic TrafficOf(int fd);

// Ends the connection at once. What has arrived and is not read, and what is not
// sent yet, is lost, and its memory is free. Whoever owns the descriptor finds
// out by an error when it reads or writes, and closes it. False if the connection
// has ended already.
bool Abort(int fd);

}  // namespace loom
