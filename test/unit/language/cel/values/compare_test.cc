// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/compare.h"

#include <gtest/gtest.h>

#include <cmath>

#include "language/cel/values/collections.h"

namespace loom {
namespace {

TEST(Compare, OrdersValues) {
  const CelValue kHuge = CelValue::Uint(UINT64_MAX);
  const struct {
    const char* reason;
    CelValue a, b;
    Order want;
  } tests[] = {
      {"numbers by their amount", CelValue::Int(1), CelValue::Double(1.5),
       Order::kLess},
      {"of all kinds", CelValue::Uint(1), CelValue::Int(1), Order::kEqual},
      {"below zero", CelValue::Int(-1), CelValue::Uint(0), Order::kLess},
      {"beyond 64 bits", CelValue::Double(1e30), kHuge, Order::kGreater},
      {"a double below all of them", CelValue::Double(-1e30),
       CelValue::Int(INT64_MIN), Order::kLess},
      {"the nearest double counts", CelValue::Int(INT64_MAX),
       CelValue::Double(9223372036854775808.0), Order::kEqual},
      {"NaN", CelValue::Double(NAN), CelValue::Int(1), Order::kNone},
      {"texts", CelValue::String("a"), CelValue::String("b"), Order::kLess},
      {"bytes", CelValue::OfBytes("b"), CelValue::OfBytes("a"),
       Order::kGreater},
      {"booleans", CelValue::Bool(false), CelValue::Bool(true), Order::kLess},
      {"times", CelValue::Timestamp({1, 0}), CelValue::Timestamp({1, 5}),
       Order::kLess},
      {"different kinds", CelValue::Int(1), CelValue::String("1"),
       Order::kNone},
      {"null", CelValue(), CelValue(), Order::kNone},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(Compare(test.a, test.b), test.want) << test.reason;
  }
}

TEST(Equals, ComparesWholeValues) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  auto list = [&](CelValue a, CelValue b) {
    CelValue both[] = {a, b};
    return ListOf(both, 2, &context);
  };
  EXPECT_TRUE(Equals(list(CelValue::Int(1), CelValue()),
                     list(CelValue::Double(1), CelValue()), &context));
  EXPECT_FALSE(Equals(list(CelValue::Int(1), CelValue()),
                      list(CelValue(), CelValue::Int(1)), &context));
  EXPECT_FALSE(Equals(CelValue(), CelValue::Bool(false), &context));
  EXPECT_TRUE(Equals(CelContext::None(), CelContext::None(), &context));
  EXPECT_FALSE(
      Equals(context.Some(CelValue::Int(1)), CelContext::None(), &context));
  EXPECT_TRUE(Equals(CelValue::Type("int"), CelValue::Type("int"), nullptr));
}

TEST(Equals, PaysForWhatItLooksAt) {
  Pool pool;
  pool.account().Set({.steps = 100'000});
  CelContext context(&pool, Numbers::kWhole);
  // Each level holds the level below twice: 2^40 values in forty lists.
  CelValue deep = CelValue::Int(1);
  for (int i = 0; i < 40; ++i) {
    CelValue both[] = {deep, deep};
    deep = ListOf(both, 2, &context);
  }
  EXPECT_FALSE(Equals(deep, deep, &context));
  EXPECT_FALSE(context.status().ok());
}

TEST(Comparing, CostsWhatItReads) {
  const std::string text(6400, 'a');
  EXPECT_EQ(Comparing(CelValue::Int(1)), 1u);
  EXPECT_EQ(Comparing(CelValue::String(text)), 101u);
  EXPECT_EQ(Searching(CelValue::String("key")), 1u);
  EXPECT_EQ(Searching(CelValue::String(text)), 2001u);
}

}  // namespace
}  // namespace loom
