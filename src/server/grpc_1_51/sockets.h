// SPDX-License-Identifier: Apache-2.0
// These functions inspect the sockets of gRPC's connections: which are open
// (OpenSockets), the address of the client (PeerOf), and the bytes transferred
// (TrafficOf). Abort ends a connection.
//
// gRPC 1.51 takes over a connection and then reports nothing about it: neither when it
// ends nor how much it transfers. It also has no function to end one. So these
// functions ask the kernel. Delete them together with their last user in this folder;
// acceptor.h, memory_relief.h and unread_answers.h explain when that is possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/mutex.h"

namespace loom {

// Counts open sockets that their owner closes without notice. A socket is identified by
// its descriptor and its inode. If the descriptor is closed and later refers to another
// file, the inode differs, and the socket no longer counts. The kernel is asked only
// when the result matters: when the limit seems to be reached, and in Count.
// Thread-safe.
class OpenSockets {
 public:
  explicit OpenSockets(size_t most) : most_(most) {}

  // Counts a socket. Returns false, and does not count it, if `most` others are open.
  bool Add(int fd);
  // Returns the number of counted sockets that are still open.
  size_t Count();
  // Calls `visit` for each counted socket that is still open, with the number of
  // sockets that were counted before it. The descriptor is a copy that is closed
  // afterwards, so it refers to this socket even if the owner closes the socket
  // meanwhile. `visit` must not use this object.
  void ForEach(const std::function<void(int fd, uint64_t before)>& visit);

 private:
  struct Socket {
    unsigned long inode;
    uint64_t before;
  };

  // Forgets the sockets that were closed.
  void Forget() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t most_;
  Mutex mutex_;
  std::map<int, Socket> sockets_ ABSL_GUARDED_BY(mutex_);
  uint64_t counted_ ABSL_GUARDED_BY(mutex_) = 0;
};

// Returns the client address of a TCP connection, in the form of
// grpc::ServerContext::peer(), so that the connection of a call can be found; "" if the
// descriptor is not a connected socket. An IPv4 address on an IPv6 socket is written as
// an IPv4 address.
std::string PeerOf(int fd);

struct Traffic {
  // The bytes received from the client, and the sent bytes that the client has
  // acknowledged. Both are 0 if the descriptor is not a TCP connection.
  uint64_t received = 0;
  uint64_t acknowledged = 0;
  // Whether both sides can still send.
  bool open = false;
};

Traffic TrafficOf(int fd);

// Ends the connection at once. Data that is not yet read or not yet sent is lost, and
// its memory is freed. The owner of the descriptor gets an error when it reads or
// writes, and closes it. Returns false if the connection has already ended.
bool Abort(int fd);

}  // namespace loom
