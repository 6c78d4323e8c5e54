// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "test/testing/call.h"
#include "test/testing/in_threads.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr size_t kLarge = 1 << 20;

// An input with a name; members in one order or the other.
std::string InputPlanCache(absl::string_view name, bool reversed = false) {
  const std::string version =
      EntryWire("apiVersion", TextWire("pt.fn.crossplane.io/v1beta1"));
  const std::string metadata = EntryWire(
      "metadata", StructWire(EntryWire("name", TextWire(std::string(name)))));
  return reversed ? metadata + version : version + metadata;
}

// An input with a regular expression: reading it asks whether anybody still waits.
std::string InputWithPattern() {
  return StructBytes(R"({
      "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
      "resources": [{"name": "a", "base": {"apiVersion": "v1", "kind": "K"}, "patches": [{
        "fromFieldPath": "spec.a", "transforms": [{"type": "match", "match": {
          "patterns": [{"type": "regexp", "regexp": "^a", "result": "b"}]}}]}]
      }]})");
}

std::shared_ptr<const Plan> Get(PlanCache* cache, const std::string& input) {
  auto plan = cache->Get(input);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return plan.ok() ? *plan : nullptr;
}

TEST(PlanCache, KnowsAnInputWhateverTheOrderOfItsMembers) {
  PlanCache cache(kLarge);
  EXPECT_EQ(cache.bytes(), 0u);
  auto plan = Get(&cache, InputPlanCache("a"));
  EXPECT_EQ(Get(&cache, InputPlanCache("a")), plan);
  EXPECT_EQ(Get(&cache, InputPlanCache("a", true)), plan);
  EXPECT_EQ(cache.bytes(), plan->size);

  EXPECT_NE(Get(&cache, InputPlanCache("b")), plan);
  EXPECT_NE(Get(&cache, InputPlanCache("")), plan);
}

TEST(PlanCache, TellsOfAnInputOnce) {
  int reported = 0;
  PlanCache cache(kLarge, [&](const Plan&) { ++reported; });
  Get(&cache, InputPlanCache("a"));
  Get(&cache, InputPlanCache("a"));
  Get(&cache, InputPlanCache("a", true));
  EXPECT_EQ(reported, 1);
  Get(&cache, InputPlanCache("b"));
  EXPECT_EQ(reported, 2);
}

TEST(PlanCache, GivesUpWhatWasNotUsedForLongest) {
  const size_t size =
      Get(std::make_unique<PlanCache>(kLarge).get(), InputPlanCache("a"))->size;
  PlanCache cache(2 * size);
  auto a = Get(&cache, InputPlanCache("a"));
  auto b = Get(&cache, InputPlanCache("b"));
  EXPECT_EQ(Get(&cache, InputPlanCache("a")), a);
  Get(&cache, InputPlanCache("c"));
  EXPECT_EQ(cache.bytes(), 2 * size);
  EXPECT_EQ(Get(&cache, InputPlanCache("a")), a) << "used after b";
  EXPECT_NE(Get(&cache, InputPlanCache("b")), b) << "given up";
  // Who has a plan keeps it.
  EXPECT_EQ(b->problems,
            "resources: Required value: resources or environment patches are "
            "required");
}

TEST(PlanCache, CountsThePlansThatItDoesNotKeep) {
  const size_t size =
      Get(std::make_unique<PlanCache>(kLarge).get(), InputPlanCache("a"))->size;
  ByteBudget calls(100 * kLarge);
  PlanCache cache(size, nullptr, &calls);
  auto kept = Get(&cache, InputPlanCache("a"));
  EXPECT_EQ(calls.held(), 0u) << "the cache counts it";
  auto other = Get(&cache, InputPlanCache("b"));
  EXPECT_EQ(calls.held(), size) << "a call still has what was dropped";
  kept.reset();
  EXPECT_EQ(calls.held(), 0u);
  PlanCache none(0, nullptr, &calls);
  auto mine = Get(&none, InputPlanCache("a"));
  EXPECT_EQ(calls.held(), mine->size) << "too large to be kept";
  mine.reset();
  EXPECT_EQ(calls.held(), 0u);
}

TEST(PlanCache, ReadsNoInputWithoutMemoryForIt) {
  ByteBudget calls(2 * kLarge);
  PlanCache cache(kLarge, nullptr, &calls);
  ASSERT_TRUE(calls.Take(kLarge));
  EXPECT_EQ(cache.Get(InputPlanCache("a")).status(), BudgetIsFull())
      << "reading takes a MiB, and something for each byte";
  calls.Give(kLarge);
  EXPECT_NE(Get(&cache, InputPlanCache("a")), nullptr);
  EXPECT_EQ(calls.held(), 0u);
}

TEST(PlanCache, KeepsNothingLargerThanItself) {
  PlanCache cache(100);
  auto plan = Get(&cache, InputPlanCache("a"));
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(cache.bytes(), 0u);
  EXPECT_NE(Get(&cache, InputPlanCache("a")), plan);
}

// An input of 1 MB with many patterns was once compiled at every call, for 3 s each time.
TEST(PlanCache, RemembersThatAnInputWasRefused) {
  std::string patterns;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&patterns, i > 0 ? "," : "",
                    R"({"type": "regexp", "regexp": "[\\pL\\d-]{100})", i,
                    R"(", "result": "b"})");
  }
  const std::string input = StructBytes(absl::StrCat(
      R"({"apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
          "resources": [{"name": "a", "base": {"apiVersion": "v1", "kind": "K"},
          "patches": [{"fromFieldPath": "spec.a", "transforms": [{"type": "match",
          "match": {"patterns": [)",
      patterns, "]}}]}]}]}"));
  PlanCache cache(kLarge);
  auto plan = Get(&cache, input);
  EXPECT_NE(plan->problems, "");
  EXPECT_TRUE(plan->sections.empty());
  EXPECT_LT(plan->size, 100'000u) << "its patterns are gone";
  EXPECT_GT(plan->size, plan->problems.size());
  EXPECT_EQ(Get(&cache, input), plan);
}

TEST(PlanCache, RefusesAKeyThatIsGivenTwiceEachTime) {
  PlanCache cache(kLarge);
  const std::string twice =
      InputPlanCache("a") + EntryWire("metadata", NullWire());
  for (int call = 0; call < 2; ++call) {
    EXPECT_TRUE(absl::IsInvalidArgument(cache.Get(twice).status()));
  }
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(PlanCache, KeepsNothingThatWasNotReadToItsEnd) {
  PlanCache cache(kLarge);
  const std::string input = InputWithPattern();
  auto plan = cache.Get(input, nullptr, [] { return true; });
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(cache.bytes(), 0u);
  plan = cache.Get(input, nullptr, [] { return false; });
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ((*plan)->problems, "");
}

// Whether a condition becomes true within half a minute.
template <typename Condition>
bool Becomes(const Condition& condition) {
  for (int i = 0; i < 30'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

// Each of the first calls parsed the input, whose plans then took many times the
// memory of one.
TEST(PlanCache, ParsesAnInputOnceForAllWhoAskMeanwhile) {
  constexpr int kCalls = 4;
  std::atomic<int> reported = 0;
  std::array<std::atomic<int>, kCalls> asked = {};
  PlanCache cache(kLarge, [&](const Plan&) {
    ++reported;
    EXPECT_TRUE(Becomes([&] {
      const auto waits = [](int times) { return times > 1; };
      return reported > 1 ||
             std::count_if(asked.begin(), asked.end(), waits) == kCalls - 1;
    }));
  });
  const std::string input = InputPlanCache("a");
  std::array<std::shared_ptr<const Plan>, kCalls> plans;
  std::atomic<int> hits = 0;
  InThreads(kCalls, [&](int call) {
    bool hit = false;
    // Reading this input asks once, so a call that asks again waits for another one.
    auto plan = cache.Get(input, &hit, [&] {
      ++asked[call];
      return false;
    });
    ASSERT_TRUE(plan.ok()) << plan.status();
    plans[call] = *plan;
    hits += hit ? 1 : 0;
  });
  EXPECT_EQ(reported, 1);
  EXPECT_EQ(hits, kCalls - 1);
  for (const auto& plan : plans) EXPECT_EQ(plan, plans[0]);
}

TEST(PlanCache, ParsesForTheOthersIfTheFirstFails) {
  PlanCache cache(kLarge);
  std::atomic<bool> begun = false, waits = false;
  InThreads(2, [&](int call) {
    if (call == 0) {
      auto plan = cache.Get(InputWithPattern(), nullptr, [&] {
        begun = true;
        EXPECT_TRUE(Becomes([&] { return waits.load(); }));
        return true;
      });
      EXPECT_EQ(plan.status().code(), absl::StatusCode::kCancelled);
    } else {
      EXPECT_TRUE(Becomes([&] { return begun.load(); }));
      auto plan = cache.Get(InputWithPattern(), nullptr, [&] {
        waits = true;
        return false;
      });
      EXPECT_TRUE(plan.ok()) << "an error of another call: " << plan.status();
    }
  });
  EXPECT_GT(cache.bytes(), 0u);
}

TEST(PlanCache, SaysWhetherACallWorksOrWaits) {
  PlanCache cache(kLarge);
  std::atomic<bool> begun = false, waited = false, went_on = false;
  InThreads(2, [&](int call) {
    if (call == 0) {
      auto plan = cache.Get(
          InputWithPattern(), nullptr,
          [&] {
            begun = true;
            EXPECT_TRUE(Becomes([&] { return waited.load(); }));
            return false;
          },
          [] {
            ADD_FAILURE() << "it waits for nobody";
            return false;
          });
      EXPECT_TRUE(plan.ok());
      return;
    }
    EXPECT_TRUE(Becomes([&] { return begun.load(); }));
    auto plan = cache.Get(
        InputWithPattern(), nullptr,
        [&] {
          EXPECT_TRUE(waited);
          went_on = true;
          return false;
        },
        [&] {
          waited = true;
          return false;
        });
    EXPECT_TRUE(plan.ok());
  });
  EXPECT_TRUE(went_on) << "without a turn";
}

TEST(PlanCache, LetsACallEndThatWaitsForAnother) {
  PlanCache cache(kLarge);
  std::atomic<bool> begun = false, left = false;
  InThreads(2, [&](int call) {
    if (call == 0) {
      auto plan = cache.Get(InputWithPattern(), nullptr, [&] {
        begun = true;
        EXPECT_TRUE(Becomes([&] { return left.load(); }));
        return false;
      });
      EXPECT_TRUE(plan.ok());
    } else {
      EXPECT_TRUE(Becomes([&] { return begun.load(); }));
      auto plan = cache.Get(InputWithPattern(), nullptr, [] { return true; });
      EXPECT_EQ(plan.status().code(), absl::StatusCode::kCancelled);
      left = true;
    }
  });
}

// Tells whether the mutex of the cache is free while a plan is freed.
class Probe : public Section {
 public:
  Probe(PlanCache* cache, bool* free, std::vector<std::future<void>>* late)
      : cache_(cache), free_(free), late_(late) {}
  ~Probe() override {
    auto asked = std::async(std::launch::async, [this] { cache_->bytes(); });
    *free_ =
        asked.wait_for(std::chrono::seconds(5)) == std::future_status::ready;
    // If it is not, the thread gets the mutex when the cache gives it up.
    late_->push_back(std::move(asked));
  }
  absl::Status Run(Call&, Outcome*) const override { return absl::OkStatus(); }

 private:
  PlanCache* cache_;
  bool* free_;
  std::vector<std::future<void>>* late_;
};

TEST(PlanCache, FreesNoPlanUnderItsMutex) {
  const size_t size =
      Get(std::make_unique<PlanCache>(kLarge).get(), InputPlanCache("a"))->size;
  std::optional<bool> free;
  std::vector<std::future<void>> late;
  PlanCache* cache = nullptr;
  PlanCache the_cache(size, [&](const Plan& plan) {
    if (free.has_value()) return;
    free = false;
    const_cast<Plan&>(plan).sections.push_back(
        std::make_unique<Probe>(cache, &*free, &late));
  });
  cache = &the_cache;
  Get(cache, InputPlanCache("a"));
  EXPECT_EQ(free, false) << "it is kept";
  Get(cache, InputPlanCache("b"));
  EXPECT_EQ(free, true);
}

TEST(PlanCache, RefusesWhatIsNoStruct) {
  PlanCache cache(kLarge);
  EXPECT_TRUE(absl::IsInvalidArgument(
      cache.Get(InputPlanCache("a").substr(0, 9)).status()));
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(PlanCache, ServesManyThreads) {
  PlanCache cache(20'000);  // for a few of them
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::vector<int> wrong(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, &wrong, t] {
      for (int call = 0; call < 200; ++call) {
        auto plan = cache.Get(InputPlanCache(absl::StrCat(call % 7)));
        wrong[t] += !plan.ok() || (*plan)->problems.empty();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
  EXPECT_LE(cache.bytes(), 20'000u);
}

}  // namespace
}  // namespace loom
