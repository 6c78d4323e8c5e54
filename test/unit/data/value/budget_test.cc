// SPDX-License-Identifier: Apache-2.0
#include "data/value/budget.h"

#include <string>

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

}  // namespace
}  // namespace loom
