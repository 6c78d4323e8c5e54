// SPDX-License-Identifier: Apache-2.0
#include "base/mutex.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "test/testing/in_threads.h"

namespace loom {
namespace {

class Total {
 public:
  void Add(int n) {
    MutexLock lock(mutex_);
    total_ += n;
    changed_.notify_all();
  }
  int WaitFor(int least) {
    MutexLock lock(mutex_);
    while (total_ < least) lock.Wait(changed_);
    return total_;
  }
  bool WaitFor(int least, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    MutexLock lock(mutex_);
    while (total_ < least) {
      if (!lock.WaitUntil(changed_, end)) return false;
    }
    return true;
  }

 private:
  Mutex mutex_;
  std::condition_variable changed_;
  int total_ ABSL_GUARDED_BY(mutex_) = 0;
};

TEST(Mutex, LetsOneThreadInAtATime) {
  Total total;
  InThreads(4, [&](int) {
    for (int i = 0; i < 1000; ++i) total.Add(1);
  });
  EXPECT_EQ(total.WaitFor(4000), 4000);
}

TEST(Mutex, IsGivenUpDuringAWait) {
  Total total;
  std::thread adder([&total] { total.Add(7); });
  EXPECT_EQ(total.WaitFor(7), 7) << "Add would wait for ever otherwise";
  adder.join();
}

TEST(Mutex, IsWaitedForOnlyAsLongAsAllowed) {
  Total total;
  EXPECT_FALSE(total.WaitFor(7, std::chrono::milliseconds(10)));
  std::thread adder([&total] { total.Add(7); });
  EXPECT_TRUE(total.WaitFor(7, std::chrono::minutes(1)));
  adder.join();
}

}  // namespace
}  // namespace loom
