// SPDX-License-Identifier: Apache-2.0
#include "server/open_sockets.h"

#include <sys/stat.h>

namespace loom {
namespace {

// 0 if the descriptor is not open.
unsigned long InodeOf(int fd) {
  struct stat about;
  return fstat(fd, &about) == 0 ? about.st_ino : 0;
}

}  // namespace

bool OpenSockets::Add(int fd) {
  MutexLock lock(mutex_);
  if (inodes_.size() >= most_) Forget();
  // A known descriptor takes no further place: its former socket is closed.
  if (inodes_.size() >= most_ && inodes_.count(fd) == 0) return false;
  inodes_[fd] = InodeOf(fd);
  return true;
}

size_t OpenSockets::Count() {
  MutexLock lock(mutex_);
  Forget();
  return inodes_.size();
}

void OpenSockets::Forget() {
  for (auto at = inodes_.begin(); at != inodes_.end();) {
    at = InodeOf(at->first) == at->second ? std::next(at) : inodes_.erase(at);
  }
}

}  // namespace loom
