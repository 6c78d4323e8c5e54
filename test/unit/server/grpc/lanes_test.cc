// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/lanes.h"

#include <sys/resource.h>

#include <atomic>
#include <latch>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Lanes, TakesUntilThereIsNothingMore) {
  std::atomic<int> left{1000}, taken{0};
  {
    Lanes lanes(3, [&](Lanes&) {
      if (left.fetch_sub(1) <= 0) return false;
      ++taken;
      return true;
    });
    EXPECT_EQ(lanes.takers(), 3);
  }
  EXPECT_EQ(taken, 1000);
}

// Quick calls that come one by one are all taken by one thread, and nobody is woken.
TEST(Lanes, TheOneThatLeadsGoesOnUntilItHandsOver) {
  constexpr int kCalls = 100;
  std::vector<std::thread::id> by(kCalls);  // only the one that leads writes
  std::atomic<int> next{0}, inside{0}, met{0};
  std::latch both(2);
  {
    Lanes lanes(2, [&](Lanes& self) {
      EXPECT_EQ(++inside, 1) << "two lead";
      const int number = next++;
      if (number < kCalls) by[size_t(number)] = std::this_thread::get_id();
      --inside;
      if (number < kCalls) return true;
      if (number < kCalls + 2) {
        self.HandOver();
        self.HandOver();
        both.arrive_and_wait();
        ++met;
        return true;
      }
      return false;
    });
  }
  EXPECT_EQ(std::set<std::thread::id>(by.begin(), by.end()).size(), 1u);
  EXPECT_EQ(met, 2) << "two worked beside each other";
}

bool Never() { return false; }

// More calls are slow than may be; those that wait in line take no thread from
// the quick ones.
TEST(Lanes, HasTakersWhateverIsSlow) {
  constexpr int kTooMany = Lanes::kSlowCalls + 4;
  std::atomic<int> next{0}, quick{0}, refused{0}, answered{0};
  std::latch done(1);
  {
    Lanes lanes(2, [&](Lanes& self) {
      int number = next++;
      if (number < kTooMany) {
        if (!self.StepAside(Never)) {
          ++refused;
          return true;
        }
        EXPECT_TRUE(Lanes::Aside());
        EXPECT_TRUE(self.StepAside(Never)) << "once is enough";
        done.wait();
        ++answered;
        return true;
      }
      EXPECT_FALSE(Lanes::Aside());
      if (number < kTooMany + 80) {
        ++quick;
        return true;
      }
      // Until then no place becomes free, so all the others are refused. The
      // other taker may still be at a quick one.
      while (refused < 4 || quick < 80) std::this_thread::yield();
      if (number == kTooMany + 80) done.count_down();
      return false;
    });
    done.wait();
    EXPECT_EQ(quick, 80);
    EXPECT_EQ(refused, 4);
  }
  EXPECT_EQ(answered, Lanes::kSlowCalls) << "those in line got their turn";
}

// Threads step aside, wait, come to their turn and end, all at once.
TEST(Lanes, RunsAsManySlowCallsAsThereAreTakers) {
  std::atomic<int> left{2000}, slow{0}, most{0}, ran{0};
  {
    Lanes lanes(4, [&](Lanes& self) {
      int number = left--;
      if (number <= 0) return false;
      if (number % 3 == 0 || !self.StepAside(Never)) return true;
      int now = ++slow;
      for (int seen = most; now > seen;) most.compare_exchange_weak(seen, now);
      std::this_thread::yield();
      --slow;
      ++ran;
      return true;
    });
  }
  EXPECT_GE(ran, Lanes::kSlowCalls);
  EXPECT_GE(most, 1);
  EXPECT_LE(most, 4);
}

TEST(Lanes, DoesNotLetACallWaitForWhichNobodyWaits) {
  std::atomic<int> next{0};
  std::latch gone(1);
  Lanes lanes(1, [&](Lanes& self) {
    int number = next++;
    if (number > 1) return false;
    if (number == 0) {
      EXPECT_TRUE(self.StepAside(Never));
      gone.wait();  // keeps the only turn
      return true;
    }
    int questions = 0;
    EXPECT_TRUE(self.StepAside([&] { return ++questions == 3; }));
    EXPECT_EQ(questions, 3);
    gone.count_down();
    return true;
  });
}

// The takers are to be preferred by the system.
TEST(Lanes, GivesSlowCallsALowPriority) {
  std::atomic<int> next{0};
  Lanes lanes(1, [&](Lanes& self) {
    if (next++ > 0) {
      EXPECT_EQ(getpriority(PRIO_PROCESS, 0), 0) << "a new taker";
      return false;
    }
    EXPECT_TRUE(self.StepAside(Never));
    EXPECT_GT(getpriority(PRIO_PROCESS, 0), 0);
    return true;
  });
}

}  // namespace
}  // namespace loom
