// SPDX-License-Identifier: Apache-2.0
#include "server/connections/open_sockets.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "server/process/listener.h"

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
  if (sockets_.size() >= most_) Forget();
  // A known descriptor takes no further place: its former socket is closed.
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

}  // namespace loom
