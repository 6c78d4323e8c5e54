// SPDX-License-Identifier: Apache-2.0
// OpenSockets counts open sockets that somebody else closes. gRPC does not
// report when a connection that it was given ends.
//
//   OpenSockets open(1024);
//   if (!open.Add(fd)) close(fd);
//
// A socket is remembered by its descriptor and its inode. If the descriptor is
// closed and later stands for another file, the inode differs, and the socket
// no longer counts. The system is asked only when the result matters: when the
// number seems to be reached, and in Count. Safe to use from many threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

#include "base/mutex.h"

namespace loom {

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

}  // namespace loom
