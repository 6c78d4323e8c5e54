// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/worker_pool.h"

#include <pthread.h>
#include <sys/resource.h>

#include <atomic>
#include <ctime>
#include <latch>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(WorkerPool, TakesUntilThereIsNothingMore) {
  std::atomic<int> left{1000}, taken{0};
  {
    WorkerPool workers(3, [&](WorkerPool&) {
      if (left.fetch_sub(1) <= 0) return false;
      ++taken;
      return true;
    });
    EXPECT_EQ(workers.workers(), 3);
  }
  EXPECT_EQ(taken, 1000);
}

// Quick calls that come one by one are all taken by one thread, and nobody is woken.
TEST(WorkerPool, TheLeaderGoesOnUntilItPromotesAFollower) {
  constexpr int kCalls = 100;
  std::vector<std::thread::id> by(kCalls);  // only the one that leads writes
  std::atomic<int> next{0}, inside{0}, met{0};
  std::latch both(2);
  {
    WorkerPool workers(2, [&](WorkerPool& self) {
      EXPECT_EQ(++inside, 1) << "two lead";
      const int number = next++;
      if (number < kCalls) by[size_t(number)] = std::this_thread::get_id();
      --inside;
      if (number < kCalls) return true;
      if (number < kCalls + 2) {
        self.PromoteFollower();
        self.PromoteFollower();
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

// Gives way, and counts the call as soon as it stands in line or has a turn: a call in
// line is asked whether anybody waits, and one with a turn is not.
void GiveWayAndCount(WorkerPool& workers, std::atomic<int>* placed) {
  bool counted = false;
  auto count = [&] {
    if (!std::exchange(counted, true)) ++*placed;
    return false;
  };
  EXPECT_TRUE(workers.GiveWay(count));
  count();
}

// More calls are slow than may be; those that wait in line take no thread from
// the quick ones.
TEST(WorkerPool, HasWorkersWhateverIsSlow) {
  constexpr int kTooMany = WorkerPool::kSlowCalls + 4;
  std::atomic<int> next{0}, quick{0}, refused{0}, answered{0};
  std::latch done(1);
  {
    WorkerPool workers(2, [&](WorkerPool& self) {
      int number = next++;
      if (number < kTooMany) {
        if (!self.GiveWay(Never)) {
          ++refused;
          return true;
        }
        EXPECT_TRUE(WorkerPool::HasGivenWay());
        EXPECT_TRUE(self.GiveWay(Never)) << "once is enough";
        done.wait();
        ++answered;
        return true;
      }
      EXPECT_FALSE(WorkerPool::HasGivenWay());
      if (number < kTooMany + 80) {
        ++quick;
        return true;
      }
      // Until then no place becomes free, so all the others are refused. The
      // other worker may still be at a quick one.
      while (refused < 4 || quick < 80) std::this_thread::yield();
      if (number == kTooMany + 80) done.count_down();
      return false;
    });
    done.wait();
    EXPECT_EQ(quick, 80);
    EXPECT_EQ(refused, 4);
  }
  EXPECT_EQ(answered, WorkerPool::kSlowCalls) << "those in line got their turn";
}

// Threads step aside, wait, come to their turn and end, all at once.
TEST(WorkerPool, RunsAsManySlowCallsAsThereAreWorkers) {
  std::atomic<int> left{2000}, slow{0}, most{0}, ran{0};
  {
    WorkerPool workers(4, [&](WorkerPool& self) {
      int number = left--;
      if (number <= 0) return false;
      if (number % 3 == 0 || !self.GiveWay(Never)) return true;
      int now = ++slow;
      for (int seen = most; now > seen;) most.compare_exchange_weak(seen, now);
      std::this_thread::yield();
      --slow;
      ++ran;
      return true;
    });
  }
  EXPECT_GE(ran, WorkerPool::kSlowCalls);
  EXPECT_GE(most, 1);
  EXPECT_LE(most, 4);
}

TEST(WorkerPool, DoesNotLetACallWaitForWhichNobodyWaits) {
  std::atomic<int> next{0};
  std::latch gone(1);
  WorkerPool workers(1, [&](WorkerPool& self) {
    int number = next++;
    if (number > 1) return false;
    if (number == 0) {
      EXPECT_TRUE(self.GiveWay(Never));
      gone.wait();  // keeps the only turn
      return true;
    }
    int questions = 0;
    EXPECT_TRUE(self.GiveWay([&] { return ++questions == 3; }));
    EXPECT_EQ(questions, 3);
    gone.count_down();
    return true;
  });
}

// With a stack of a megabyte, as some systems have it, deep expressions ended the process.
TEST(WorkerPool, GivesItsThreadsALargeStack) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 1 << 20);
  ASSERT_EQ(pthread_setattr_default_np(&attributes), 0);
  pthread_attr_destroy(&attributes);
  size_t size = 0;
  {
    WorkerPool workers(1, [&](WorkerPool&) {
      pthread_attr_t own;
      pthread_getattr_np(pthread_self(), &own);
      pthread_attr_getstacksize(&own, &size);
      pthread_attr_destroy(&own);
      return false;
    });
  }
  EXPECT_GE(size, limits::kStack);
}

// Three long calls that come one after the other, with one turn for all.
TEST(WorkerPool, LetsSlowCallsTakeTurns) {
  std::atomic<int> next{0}, placed{0};
  std::string order;  // only the call that has the turn writes
  {
    WorkerPool workers(1, [&](WorkerPool& self) {
      const int number = next++;
      if (number > 2) return false;
      GiveWayAndCount(self, &placed);
      // The first one has the turn. It goes on when the others stand in line.
      while (placed < 3) std::this_thread::yield();
      for (int slice = 0; slice < 3; ++slice) {
        order += char('a' + number);
        self.ShareTurn(Never);
      }
      return true;
    });
  }
  EXPECT_EQ(order, "abcabcabc");
}

TEST(WorkerPool, PrefersACallThatHasUsedLittle) {
  std::atomic<int> next{0}, placed{0};
  std::atomic<bool> has_short{false};
  std::string order;
  {
    WorkerPool workers(1, [&](WorkerPool& self) {
      const int number = next++;
      if (number > 3) return false;
      // The last call comes when the others have used some slices.
      while (number == 3 && !has_short) std::this_thread::yield();
      GiveWayAndCount(self, &placed);
      while (placed < 3) std::this_thread::yield();
      for (int slice = 0; slice < (number == 3 ? 1 : 4); ++slice) {
        order += char('a' + number);
        if (order == "abcabc") has_short = true;
        while (has_short && placed < 4) std::this_thread::yield();
        self.ShareTurn(Never);
      }
      return true;
    });
  }
  // In the order of arrival it would be the third after them.
  EXPECT_LE(order.find('d'), 7u) << order;
  EXPECT_EQ(order.size(), 13u);
}

// Eight calls with one new input stood still until their deadlines: those that waited for
// its plan had all turns, and the one that read it had none.
TEST(WorkerPool, LetsOthersGoOnWhileACallRests) {
  std::atomic<int> next{0}, rested{0};
  std::atomic<bool> found{false};
  {
    WorkerPool workers(2, [&](WorkerPool& self) {
      const int number = next++;
      if (number > 8) return false;
      if (number == 0) {  // on its way to what the others wait for
        self.PromoteFollower();
        while (rested < 4) std::this_thread::yield();
        EXPECT_TRUE(self.GiveWay(Never));
        while (rested < 8) {
          self.ShareTurn(Never);
          std::this_thread::yield();
        }
        found = true;
        return true;
      }
      if (number % 2 == 0) {
        EXPECT_TRUE(self.GiveWay(Never));
      }
      EXPECT_TRUE(self.Rest());
      ++rested;
      while (!found) std::this_thread::yield();
      self.TakeTurn(Never);
      return true;
    });
  }
  EXPECT_EQ(rested, 8);
}

// The workers are to be preferred by the system.
TEST(WorkerPool, GivesSlowCallsALowPriority) {
  std::atomic<int> next{0};
  const int usual = getpriority(PRIO_PROCESS, 0);
  WorkerPool workers(1, [&](WorkerPool& self) {
    if (next++ > 0) {
      EXPECT_EQ(getpriority(PRIO_PROCESS, 0), usual) << "a new worker";
      return false;
    }
    EXPECT_TRUE(self.GiveWay(Never));
    EXPECT_TRUE(getpriority(PRIO_PROCESS, 0) > usual || usual > 9);
    return true;
  });
}

// Keeps as many slow calls as there may be until it is asked to end them. Number 0 to
// kSlowCalls - 1 are slow. Number kSlowCalls waits until all of them have their place,
// so it is refused.
TEST(Pace, ARefusedCallStaysRefused) {
  std::atomic<int> next{0}, placed{0};
  std::atomic<bool> place_is_free{false};
  std::latch done(1);
  WorkerPool workers(2, [&](WorkerPool& self) {
    const int number = next++;
    if (number < WorkerPool::kSlowCalls) {
      GiveWayAndCount(self, &placed);
      done.wait();
      return true;
    }
    if (number > WorkerPool::kSlowCalls) {
      // The other worker finds out when a place is free again.
      if (number == WorkerPool::kSlowCalls + 1) {
        while (!self.GiveWay(Never)) std::this_thread::yield();
        place_is_free = true;
        return true;
      }
      return false;
    }
    while (placed < WorkerPool::kSlowCalls) std::this_thread::yield();
    Pace pace(&self, Never, Never);
    EXPECT_TRUE(pace.MustStop(limits::kStepsOfASlowCall + 1));
    EXPECT_TRUE(pace.refused());
    done.count_down();
    while (!place_is_free) std::this_thread::yield();
    // It once asked again, got the place, and its work went on although its client had
    // been refused.
    for (uint64_t i = 2; i < 50; ++i) {
      EXPECT_TRUE(pace.MustStop(i * (limits::kStepsOfASlowCall + 1)));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(pace.refused());
    EXPECT_FALSE(WorkerPool::HasGivenWay());
    return true;
  });
}

TEST(Pace, SaysWhenACallIsSlow) {
  struct {
    const char* reason;
    std::vector<uint64_t> steps;
    bool is_slow;
  } tests[] = {
      {"A quick call.", {1'000, 2'000, 3'000}, false},
      {"About to take many steps at once.",
       {1'000, limits::kStepsOfASlowCall + 2'000},
       true},
      {"Many steps that were short one by one: only time counts.",
       {400'000, 800'000, 1'200'000},
       false},
      {"A call that begins again takes fewer steps than before. The difference "
       "once underflowed, and such a call always gave way.",
       {1'000, 10},
       false},
      {"It begins again, and is slow then.",
       {1'000, 10, limits::kStepsOfASlowCall + 20},
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::atomic<bool> over{false};
    bool is_slow = false;
    {
      WorkerPool workers(1, [&](WorkerPool& self) {
        if (over.exchange(true)) return false;
        Pace pace(&self, Never, Never);
        for (uint64_t steps : test.steps) EXPECT_FALSE(pace.MustStop(steps));
        EXPECT_FALSE(pace.refused());
        is_slow = WorkerPool::HasGivenWay();
        return true;
      });
    }
    EXPECT_EQ(is_slow, test.is_slow);
  }
}

// Two long calls with one turn for both.
TEST(Pace, KeepsTheTurnWhileMemoryIsShort) {
  struct {
    const char* reason;
    bool memory_is_short;
    const char* order;
  } tests[] = {
      {"Usually they take turns.", false, "abab"},
      {"A hundred large calls once took turns until together they held more "
       "than all calls may hold.",
       true, "aabb"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::atomic<int> next{0}, placed{0};
    std::string order;  // only the call that has the turn writes
    {
      WorkerPool workers(1, [&](WorkerPool& self) {
        const int number = next++;
        if (number > 1) return false;
        Pace pace(&self, Never, [&] { return test.memory_is_short; });
        GiveWayAndCount(self, &placed);
        while (placed < 2) std::this_thread::yield();
        for (int slice = 0; slice < 2; ++slice) {
          order += char('a' + number);
          const std::clock_t began = std::clock();
          while (std::clock() - began < CLOCKS_PER_SEC / 5) {
          }
          EXPECT_FALSE(pace.MustStop(1));
        }
        return true;
      });
    }
    EXPECT_EQ(order, test.order);
  }
}

TEST(Pace, StopsACallForWhichNobodyWaits) {
  bool nobody = false;
  Pace pace(
      nullptr, [&] { return nobody; }, Never);
  EXPECT_FALSE(pace.MustStop(1));
  EXPECT_FALSE(pace.MustStop(1'000'000'000)) << "no other thread takes calls";
  nobody = true;
  EXPECT_TRUE(pace.MustStop(2));
  EXPECT_FALSE(pace.refused());
}

}  // namespace
}  // namespace loom
