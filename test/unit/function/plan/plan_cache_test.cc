// SPDX-License-Identifier: Apache-2.0
#include "function/plan/plan_cache.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "test/testing/call.h"
#include "test/testing/wire_text.h"

namespace loom {
namespace {

constexpr size_t kLarge = 1 << 20;

// An input with a name; members in one order or the other.
std::string Input(absl::string_view name, bool reversed = false) {
  const std::string version =
      EntryWire("apiVersion", TextWire("pt.fn.crossplane.io/v1beta1"));
  const std::string metadata = EntryWire(
      "metadata", StructWire(EntryWire("name", TextWire(std::string(name)))));
  return reversed ? metadata + version : version + metadata;
}

std::shared_ptr<const Plan> Get(PlanCache* cache, const std::string& input) {
  auto plan = cache->Get(input);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return plan.ok() ? *plan : nullptr;
}

TEST(PlanCache, KnowsAnInputWhateverTheOrderOfItsMembers) {
  PlanCache cache(kLarge);
  EXPECT_EQ(cache.bytes(), 0u);
  auto plan = Get(&cache, Input("a"));
  EXPECT_EQ(Get(&cache, Input("a")), plan);
  EXPECT_EQ(Get(&cache, Input("a", true)), plan);
  EXPECT_EQ(cache.bytes(), plan->size);

  EXPECT_NE(Get(&cache, Input("b")), plan);
  EXPECT_NE(Get(&cache, Input("")), plan);
}

TEST(PlanCache, TellsOfAnInputOnce) {
  int told = 0;
  PlanCache cache(kLarge, [&](const Plan&) { ++told; });
  Get(&cache, Input("a"));
  Get(&cache, Input("a"));
  Get(&cache, Input("a", true));
  EXPECT_EQ(told, 1);
  Get(&cache, Input("b"));
  EXPECT_EQ(told, 2);
}

TEST(PlanCache, GivesUpWhatWasNotUsedForLongest) {
  const size_t size =
      Get(std::make_unique<PlanCache>(kLarge).get(), Input("a"))->size;
  PlanCache cache(2 * size);
  auto a = Get(&cache, Input("a"));
  auto b = Get(&cache, Input("b"));
  EXPECT_EQ(Get(&cache, Input("a")), a);
  Get(&cache, Input("c"));
  EXPECT_EQ(cache.bytes(), 2 * size);
  EXPECT_EQ(Get(&cache, Input("a")), a) << "used after b";
  EXPECT_NE(Get(&cache, Input("b")), b) << "given up";
  // Who has a plan keeps it.
  EXPECT_EQ(b->problems,
            "resources: Required value: resources or environment patches are "
            "required");
}

TEST(PlanCache, CountsThePlansThatItDoesNotKeep) {
  const size_t size =
      Get(std::make_unique<PlanCache>(kLarge).get(), Input("a"))->size;
  ByteBudget calls(100 * kLarge);
  PlanCache cache(size, nullptr, &calls);
  auto kept = Get(&cache, Input("a"));
  EXPECT_EQ(calls.held(), 0u) << "the cache counts it";
  auto other = Get(&cache, Input("b"));
  EXPECT_EQ(calls.held(), size) << "a call still has what was dropped";
  kept.reset();
  EXPECT_EQ(calls.held(), 0u);
  PlanCache none(0, nullptr, &calls);
  auto mine = Get(&none, Input("a"));
  EXPECT_EQ(calls.held(), mine->size) << "too large to be kept";
  mine.reset();
  EXPECT_EQ(calls.held(), 0u);
}

TEST(PlanCache, ReadsNoInputWithoutMemoryForIt) {
  ByteBudget calls(2 * kLarge);
  PlanCache cache(kLarge, nullptr, &calls);
  ASSERT_TRUE(calls.Take(kLarge));
  EXPECT_EQ(cache.Get(Input("a")).status(), BudgetIsFull())
      << "reading takes a MiB, and something for each byte";
  calls.Give(kLarge);
  EXPECT_NE(Get(&cache, Input("a")), nullptr);
  EXPECT_EQ(calls.held(), 0u);
}

TEST(PlanCache, KeepsNothingLargerThanItself) {
  PlanCache cache(100);
  auto plan = Get(&cache, Input("a"));
  ASSERT_NE(plan, nullptr);
  EXPECT_EQ(cache.bytes(), 0u);
  EXPECT_NE(Get(&cache, Input("a")), plan);
}

TEST(PlanCache, RefusesAKeyThatIsGivenTwiceEachTime) {
  PlanCache cache(kLarge);
  const std::string twice = Input("a") + EntryWire("metadata", NullWire());
  for (int call = 0; call < 2; ++call) {
    EXPECT_TRUE(absl::IsInvalidArgument(cache.Get(twice).status()));
  }
  EXPECT_EQ(cache.bytes(), 0u);
}

TEST(PlanCache, KeepsNothingThatWasNotReadToItsEnd) {
  PlanCache cache(kLarge);
  const std::string input = StructBytes(R"({
      "apiVersion": "pt.fn.crossplane.io/v1beta1", "kind": "Resources",
      "resources": [{"name": "a", "base": {"apiVersion": "v1", "kind": "K"}, "patches": [{
        "fromFieldPath": "spec.a", "transforms": [{"type": "match", "match": {
          "patterns": [{"type": "regexp", "regexp": "^a", "result": "b"}]}}]}]
      }]})");
  auto plan = cache.Get(input, nullptr, [] { return true; });
  EXPECT_EQ(plan.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(cache.bytes(), 0u);
  plan = cache.Get(input, nullptr, [] { return false; });
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ((*plan)->problems, "");
}

TEST(PlanCache, RefusesWhatIsNoStruct) {
  PlanCache cache(kLarge);
  EXPECT_TRUE(
      absl::IsInvalidArgument(cache.Get(Input("a").substr(0, 9)).status()));
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
        auto plan = cache.Get(Input(absl::StrCat(call % 7)));
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
