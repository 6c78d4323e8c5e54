// SPDX-License-Identifier: Apache-2.0
// Mutex protects members that several threads use, and MutexLock holds it for
// the length of a block. Every member that is protected says so with
// ABSL_GUARDED_BY, and clang-tidy rejects code that touches the member without
// holding the mutex (-Wthread-safety in .clang-tidy).
//
//   class Total {
//    public:
//     void Add(int n) {
//       MutexLock lock(mutex_);
//       total_ += n;
//       changed_.notify_all();
//     }
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
// A method `int total() const { return total_; }` would be rejected: "reading
// variable 'total_' requires holding mutex 'mutex_'". The condition of a wait is
// a loop, because a lambda is analysed as a function that holds nothing.
//
// Neither of the usual classes serves: std::mutex of GCC's library carries no
// annotations, and the thread sanitizer does not see absl::Mutex, which Debian
// compiles without it, and would report every protected access as a race.
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

  // Gives the mutex up until `changed` is notified, and then holds it again.
  // May also return without a notification, so it belongs into a loop.
  void Wait(std::condition_variable& changed) { changed.wait(lock_); }
  // As Wait, but for at most so long.
  void WaitFor(std::condition_variable& changed, int milliseconds) {
    changed.wait_for(lock_, std::chrono::milliseconds(milliseconds));
  }
  // As Wait, but only until `end`, at which it returns false. `end` is a time of
  // std::chrono::steady_clock.
  template <typename Time>
  bool WaitUntil(std::condition_variable& changed, Time end) {
    return changed.wait_until(lock_, end) == std::cv_status::no_timeout;
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

}  // namespace loom
