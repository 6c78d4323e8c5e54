// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/event.h"

#include <grpcpp/alarm.h>

#include <atomic>
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

  void Add(bool is_call, std::function<void(Lanes*)> work) {
    Event& event = events_.emplace_back();
    event.is_call = is_call;
    event.happened = [work = std::move(work)](bool, Lanes* lanes) {
      work(lanes);
    };
    alarms_.emplace_back().Set(&queue_, gpr_inf_past(GPR_CLOCK_MONOTONIC),
                               &event);
  }

 private:
  grpc::CompletionQueue& queue_;
  std::list<Event> events_;
  std::list<grpc::Alarm> alarms_;
};

TEST(EventQueue, HandlesWhatHappensInItsOrder) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::string seen;
  for (char name : {'a', 'b', 'c'}) {
    happening.Add(name != 'b', [&seen, name](Lanes*) { seen += name; });
  }
  queue.Shutdown();
  EventQueue events(queue);
  while (events.TakeOne(nullptr)) {
  }
  EXPECT_EQ(seen, "abc");
}

// Each call waits for the other, so both have to be worked on at a time.
TEST(EventQueue, HandsOverWhileAnotherCallWaits) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::latch both(2);
  std::atomic<int> handled{0};
  auto meet = [&](Lanes*) {
    both.arrive_and_wait();
    ++handled;
  };
  happening.Add(true, meet);
  happening.Add(false, [&](Lanes*) { ++handled; });
  happening.Add(true, meet);
  queue.Shutdown();
  EventQueue events(queue);
  {
    Lanes lanes(2, [&](Lanes& self) { return events.TakeOne(&self); });
  }
  EXPECT_EQ(handled, 3);
}

// With one taker nobody is free to take the call that waits, and none is lost.
TEST(EventQueue, LosesNoCallThatWaits) {
  grpc::CompletionQueue queue;
  Happening happening(queue);
  std::vector<int> seen;
  for (int i = 0; i < 50; ++i) {
    happening.Add(i % 3 != 0, [&seen, i](Lanes*) { seen.push_back(i); });
  }
  queue.Shutdown();
  EventQueue events(queue);
  {
    Lanes lanes(1, [&](Lanes& self) { return events.TakeOne(&self); });
  }
  EXPECT_EQ(seen.size(), 50u);
}

}  // namespace
}  // namespace loom
