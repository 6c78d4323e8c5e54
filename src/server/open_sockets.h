// SPDX-License-Identifier: Apache-2.0
// OpenSockets counts sockets that others close: gRPC does not tell when a
// connection that it was given ends.
//
//   OpenSockets open(1024);
//   if (!open.Add(fd)) close(fd);
//
// A socket is known by its descriptor and its inode, so a descriptor that was
// closed and given out anew is not taken for it. Whether they are still there
// is looked at only when it matters: when there seem to be too many, and when
// somebody asks. Safe to use from many threads.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>

namespace loom {

class OpenSockets {
 public:
  explicit OpenSockets(size_t most) : most_(most) {}

  // False: there are too many, and this one is not counted.
  bool Add(int fd);
  size_t Count();

 private:
  void Forget();

  const size_t most_;
  std::mutex mutex_;
  std::map<int, unsigned long> inodes_;
};

}  // namespace loom
