// SPDX-License-Identifier: Apache-2.0
// Mutex protects data members that several threads use, and MutexLock holds a Mutex
// until the end of a block. Every protected member is declared with ABSL_GUARDED_BY,
// and clang-tidy rejects code that accesses it without holding the mutex
// (-Wthread-safety in .clang-tidy).
//
//   class Total {
//    public:
//     void WaitFor(int least) {
//       MutexLock lock(mutex_);
//       while (total_ < least) lock.Wait(changed_);
//     }
//    private:
//     Mutex mutex_;
//     std::condition_variable changed_;
//     int total_ ABSL_GUARDED_BY(mutex_) = 0;
//   };
//
// Write the condition of a wait as a loop, because a lambda is analyzed as a function
// that holds no mutex.
//
// std::mutex of GCC's library has no annotations. The thread sanitizer does not see
// absl::Mutex, which Debian compiles without it, and would report every access as a
// race.
#pragma once

#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"

namespace loom {

class ABSL_LOCKABLE Mutex {
 private:
  friend class MutexLock;
  std::mutex mutex_;
};

class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : lock_(mutex.mutex_) {}
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {}

  // Releases the mutex until `changed` is notified, and then holds it again.
  // May also return without a notification, so call it in a loop.
  void Wait(std::condition_variable& changed) { changed.wait(lock_); }
  // Like Wait, but waits at most for the given time.
  void WaitFor(std::condition_variable& changed, int milliseconds) {
    changed.wait_for(lock_, std::chrono::milliseconds(milliseconds));
  }
  // Like Wait, but returns false if the wait reaches `end`, a time of
  // std::chrono::steady_clock.
  template <typename Time>
  bool WaitUntil(std::condition_variable& changed, Time end) {
    return changed.wait_until(lock_, end) == std::cv_status::no_timeout;
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace loom
