// SPDX-License-Identifier: Apache-2.0
#include "data/value/budget.h"

#include <functional>
#include <string>
#include <vector>

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Budget, WeighsNodesAndCharacters) {
  struct {
    const char* reason;
    const char* json;
    size_t nodes;
    size_t characters;
  } tests[] = {
      {"A number.", "1", 1, 0},
      {"A text.", R"("abc")", 1, 3},
      {"A text counts in bytes.", R"("é")", 1, 2},
      {"A list and its elements.", R"([1, "ab", null])", 4, 2},
      {"An object, with the names of its members.", R"({"ab": [true], "c": 1})",
       6, 3},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    EXPECT_EQ(WeightOf(*ParseJson(test.json, &pool)),
              test.nodes * sizeof(Value) + test.characters);
  }
}

TEST(Budget, ATextIsOfABoundedLength) {
  EXPECT_TRUE(CheckText(kMaxText).ok());
  absl::Status status = CheckText(kMaxText + 1);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(), "makes a string of more than 4194304 bytes");
}

TEST(Budget, ACallMakesABoundedAmount) {
  Pool pool;
  EXPECT_TRUE(Charge(limits::kMade - 3, &pool).ok());
  EXPECT_TRUE(Charge(3, &pool).ok());
  absl::Status status = Charge(Value(), &pool);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(status.message(),
            "patches make more than 33554432 bytes in this call");
  Pool another;
  EXPECT_TRUE(Charge(Value(), &another).ok()) << "each call has its own";
}

TEST(Budget, WhatIsReadIsNotCharged) {
  Pool pool;
  Value text = Text(std::string(1 << 20, 'x'), &pool);
  EXPECT_EQ(pool.account().made(), 0u);
  EXPECT_TRUE(Charge(text, &pool).ok());
  EXPECT_EQ(pool.account().made(), sizeof(Value) + (1 << 20));
}

// Sections count nothing themselves, so each function that they use must.
TEST(Budget, EachFunctionCountsItsWork) {
  const std::vector<int> thousand(1000);
  const std::string text(6400, 'x');
  Pool values;
  const Value list = *ParseJson("[1, 2, 3]", &values);
  struct {
    const char* reason;
    std::function<void(Pool*)> work;
    uint64_t steps;  // at least
    size_t made;
  } tests[] = {
      {"A visit to each element.",
       [&](Pool* pool) { EXPECT_EQ(Each(thousand, pool).size(), 1000u); },
       Finding(1000), 0},
      {"A comparison of strings of the same length.",
       [&](Pool* pool) { EXPECT_TRUE(AreSame(text, text, pool)); },
       Reading(6400), 0},
      {"Other lengths are not compared.",
       [&](Pool* pool) { EXPECT_FALSE(AreSame(text, "x", pool)); }, 0, 0},
      {"A pattern.",
       [&](Pool* pool) { EXPECT_TRUE(GlobMatches("x*", text, pool)); },
       Hashing(6400), 0},
      {"A search for a similar name.",
       [&](Pool* pool) {
         EXPECT_EQ(NearestName("sise", {"size"}, pool), "size");
       },
       1, 0},
      {"A copy.",
       [&](Pool* pool) { EXPECT_TRUE(MakeCopy(list, pool).IsArray()); }, 1,
       4 * sizeof(Value)},
      {"A string.",
       [&](Pool* pool) { EXPECT_TRUE(MakeText(text, pool).IsString()); }, 1,
       sizeof(Value) + 6400},
      {"A string that becomes part of the response.",
       [&](Pool* pool) { EXPECT_EQ(CountMade(text, pool), text); }, 1, 6400},
      {"A list that lives as long as the call.",
       [&](Pool* pool) { EXPECT_EQ(CountMade(thousand, pool).size(), 1000u); },
       1, 4 * sizeof(int) * 1000},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    Pool pool;
    test.work(&pool);
    EXPECT_GE(pool.account().steps(), test.steps);
    EXPECT_EQ(pool.account().steps() == 0, test.steps == 0);
    EXPECT_EQ(pool.account().made(), test.made);
  }
}

}  // namespace
}  // namespace loom
