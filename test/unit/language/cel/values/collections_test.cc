// SPDX-License-Identifier: Apache-2.0
#include "language/cel/values/collections.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(MapMaker, OrdersKeysAndFindsThem) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  MapMaker maker(1, &context);
  maker.Add(CelValue::String("b"), CelValue::Int(1));
  maker.Add(CelValue::Int(2), CelValue::Int(2));
  maker.Add(CelValue::Bool(true), CelValue::Int(3));
  maker.Add(CelValue::String("a"), CelValue::Int(4));
  CelValue made = maker.Finish();
  ASSERT_FALSE(made.IsError());
  const CelMap& map = made.AsMap();
  std::string keys;
  for (size_t i = 0; i < map.size(); ++i) keys += ShownKey(map.At(i).key) + " ";
  EXPECT_EQ(keys, "true 2 \"a\" \"b\" ");
  EXPECT_EQ(map.Find(CelValue::Double(2.0))->AsInt(), 2);
  EXPECT_EQ(map.Find(CelValue::Uint(2))->AsInt(), 2);
  EXPECT_FALSE(map.Find(CelValue::String("c")).has_value());
  EXPECT_FALSE(map.Find(CelValue::Null()).has_value());
  EXPECT_FALSE(map.observed());
}

TEST(MapMaker, RefusesKeys) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  MapMaker twice(0, &context);
  twice.Add(CelValue::Int(1), CelValue());
  twice.Add(CelValue::Uint(1), CelValue());
  EXPECT_EQ(twice.Finish().AsError().message, "the key 1u occurs twice");
  MapMaker null(0, &context);
  null.Add(CelValue(), CelValue());
  EXPECT_EQ(null.Finish().AsError().message,
            "a map cannot have keys of type null_type");
}

TEST(ListMaker, GrowsAsItIsFilled) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  ListMaker maker(0, &context);
  for (int i = 0; i < 100; ++i) maker.Add(CelValue::Int(i));
  CelValue list = maker.Finish();
  ASSERT_EQ(list.AsList().size(), 100u);
  EXPECT_EQ(list.AsList().At(99).AsInt(), 99);
  EXPECT_EQ(ListOf(nullptr, 0, &context).AsList().size(), 0u);
}

TEST(Makers, SayWhetherMoreMayCome) {
  Pool pool;
  CelContext context(&pool, Numbers::kWhole);
  EXPECT_FALSE(IsObserved(ListMaker(0, &context).Finish()));
  EXPECT_TRUE(IsObserved(ListMaker(0, &context, true).Finish()));
  EXPECT_FALSE(IsObserved(ListOf(nullptr, 0, &context)));
  EXPECT_TRUE(IsObserved(ListOf(nullptr, 0, &context, true)));
  EXPECT_FALSE(IsObserved(MapMaker(0, &context).Finish()));
  EXPECT_TRUE(IsObserved(MapMaker(0, &context, true).Finish()));
  EXPECT_FALSE(IsObserved(CelValue::Int(1)));
}

}  // namespace
}  // namespace loom
