// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/event.h"

#include <grpcpp/alarm.h>

#include <atomic>
#include <functional>
#include <latch>
#include <list>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace loom {
namespace {

// Events that happen at once, in the order in which they are added.
class Happening {
 public:
  explicit Happening(grpc::CompletionQueue& queue) : queue_(queue) {}

  void Add(bool is_call, std::function<void(WorkerPool*)> work) {
    Work& added = works_.emplace_back();
    added.event.is_call = is_call;
    added.work = std::move(work);
    alarms_.emplace_back().Set(&queue_, gpr_inf_past(GPR_CLOCK_MONOTONIC),
                               &added.event);
  }

 private:
  struct Work {
    void Happened(bool, WorkerPool* pool) const { work(pool); }

    Event event = EventOf<&Work::Happened>(this);
    std::function<void(WorkerPool*)> work;
  };

  grpc::CompletionQueue& queue_;
  std::list<Work> works_;
  std::list<grpc::Alarm> alarms_;
};

TEST(EventQueue, HandlesWhatHappensInItsOrder) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::string seen;
  for (char name : {'a', 'b', 'c'}) {
    happening.Add(name != 'b', [&seen, name](WorkerPool*) { seen += name; });
  }
  queue.Shutdown();
  EventQueue events(queue);
  while (events.TakeOne(nullptr)) {
  }
  EXPECT_EQ(seen, "abc");
}

// Each call waits for the other, so both have to be worked on at a time.
TEST(EventQueue, PromotesAFollowerWhileAnotherCallWaits) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::latch both(2);
  std::atomic<int> handled{0};
  auto meet = [&](WorkerPool*) {
    both.arrive_and_wait();
    ++handled;
  };
  happening.Add(true, meet);
  happening.Add(false, [&](WorkerPool*) { ++handled; });
  happening.Add(true, meet);
  queue.Shutdown();
  EventQueue events(queue);
  {
    WorkerPool workers(2,
                       [&](WorkerPool& self) { return events.TakeOne(&self); });
  }
  EXPECT_EQ(handled, 3);
}

// With one worker nobody is free to take the call that waits, and none is lost.
TEST(EventQueue, LosesNoCallThatWaits) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::vector<int> seen;
  for (int i = 0; i < 50; ++i) {
    happening.Add(i % 3 != 0, [&seen, i](WorkerPool*) { seen.push_back(i); });
  }
  queue.Shutdown();
  EventQueue events(queue);
  {
    WorkerPool workers(1,
                       [&](WorkerPool& self) { return events.TakeOne(&self); });
  }
  EXPECT_EQ(seen.size(), 50u);
}

// A call ends when its last event is handled, and then deletes itself with the event.
class Ending {
 public:
  explicit Ending(bool* ended) : ended_(ended) {}
  ~Ending() { *ended_ = true; }

  Event event = EventOf<&Ending::Happened>(this);

 private:
  void Happened(bool, WorkerPool*) {
    bool* const ended = ended_;
    delete this;
    EXPECT_TRUE(*ended);
  }

  bool* const ended_;
};

TEST(EventQueue, HandlesAnEventThatEndsWithItsOwner) {
  grpc::CompletionQueue queue;
  bool ended = false;
  auto* owner = new Ending(&ended);
  grpc::Alarm alarm;
  alarm.Set(&queue, gpr_inf_past(GPR_CLOCK_MONOTONIC), &owner->event);
  EventQueue events(queue);
  EXPECT_TRUE(events.TakeOne(nullptr));
  EXPECT_TRUE(ended);
  queue.Shutdown();
  EXPECT_FALSE(events.TakeOne(nullptr));
}

}  // namespace
}  // namespace loom
