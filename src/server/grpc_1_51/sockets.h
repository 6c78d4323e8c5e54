// SPDX-License-Identifier: Apache-2.0
// The sockets of the connections that gRPC has: which are open (OpenSockets), who is
// at the other end (PeerOf), how much went over them (TrafficOf), and how to end one
// (Abort).
//
// gRPC 1.51 takes a connection over and then tells nothing of it: neither when it
// ends nor how much it transfers, and it offers no call that ends one. So these
// functions ask the kernel. Delete them together with their last user in this
// folder: acceptor.h, memory_relief.h and unread_answers.h say when that is.
//
//   OpenSockets open(1024);
//   if (!open.Add(fd)) close(fd);
//   if (TrafficOf(fd).received > most) Abort(fd);
//   PeerOf(fd);   // "ipv4:10.0.0.7:41233", "ipv6:%5Bfd00::7%5D:41233"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/mutex.h"

namespace loom {

// Counts open sockets that somebody else closes. A socket is remembered by its
// descriptor and its inode. If the descriptor is closed and later stands for another
// file, the inode differs, and the socket no longer counts. The kernel is asked only
// when the result matters: when the number seems to be reached, and in Count. Safe to
// use from many threads.
class OpenSockets {
 public:
  // `most` is the number of sockets that may be open.
  explicit OpenSockets(size_t most) : most_(most) {}

  // Counts a socket. False if `most` others are open; it is not counted then.
  bool Add(int fd);
  // The number of counted sockets that are still open.
  size_t Count();
  // Calls `visit` for each counted socket that is still open, with the number of
  // sockets that were counted before it. The descriptor is
  // a copy and is closed afterwards, so it stays this socket although somebody
  // else may close the socket meanwhile. `visit` must not use this object.
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

// The other end of a TCP connection, in the form of grpc::ServerContext::peer(), so
// that the connection of a call can be found. IPv4 addresses on a socket of IPv6 are
// written as IPv4 addresses. "" if the descriptor is not a connected socket.
std::string PeerOf(int fd);

struct Traffic {
  // Bytes that came from the client, and bytes whose arrival the client has
  // acknowledged. All are 0 if the descriptor is not a TCP connection.
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
