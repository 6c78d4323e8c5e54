// SPDX-License-Identifier: Apache-2.0
#include "data/value/object.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Object, FindsMembersByName) {
  Pool pool;
  Value object = *ParseJson(R"({"a":1,"":2,"ab":3})", &pool);
  EXPECT_EQ(AsInteger(*Find(object, "a", &pool)), 1);
  EXPECT_EQ(AsInteger(*Find(object, "", &pool)), 2);
  EXPECT_EQ(AsInteger(*Find(std::as_const(object), "ab")), 3);
  EXPECT_EQ(Find(object, "b", &pool), nullptr);
  EXPECT_EQ(Find(object, "abc", &pool), nullptr);
  Value empty = Object();
  EXPECT_EQ(Find(empty, "a", &pool), nullptr);
}

TEST(Object, AddsReplacesAndErasesInOrder) {
  Pool pool;
  Value object = Object();
  Set(object, "c", Integer(1), &pool);
  Set(object, "a", Integer(2), &pool);
  Set(object, "b", Integer(3), &pool);
  Set(object, "a", Integer(4), &pool);
  Erase(object, "c", &pool);
  Erase(object, "none", &pool);
  EXPECT_TRUE(FindOrAdd(object, "n", &pool).IsNull());
  std::vector<absl::string_view> names;
  for (auto& member : object.GetObject()) names.push_back(View(member.name));
  EXPECT_EQ(names, (std::vector<absl::string_view>{"a", "b", "n"}));
  EXPECT_EQ(AsInteger(*Find(object, "a", &pool)), 4);
}

// Far above MemberIndex::kLinear, where look-ups go through the index.
TEST(Object, KeepsTheIndexOfLargeObjectsTrue) {
  constexpr int kCount = 500;
  Pool pool;
  Value object = Object();
  auto name = [&pool](int i) { return pool.Keep(absl::StrCat("key", i)); };
  for (int i = 0; i < kCount; ++i) Set(object, name(i), Integer(i), &pool);
  ASSERT_EQ(object.MemberCount(), kCount);
  for (int i = 0; i < kCount; ++i) {
    ASSERT_EQ(AsInteger(*Find(object, name(i), &pool)), i);
  }
  for (int i = 0; i < kCount; i += 3) Erase(object, name(i), &pool);
  for (int i = 0; i < kCount; ++i) {
    Value* found = Find(object, name(i), &pool);
    ASSERT_EQ(found == nullptr, i % 3 == 0) << i;
    if (found != nullptr) {
      ASSERT_EQ(AsInteger(*found), i);
    }
  }
  for (int i = 0; i < kCount; ++i) Set(object, name(i), Integer(-i), &pool);
  EXPECT_EQ(object.MemberCount(), kCount);
  EXPECT_EQ(AsInteger(*Find(object, "key499", &pool)), -499);
}

TEST(Object, MovedObjectsAreStillFound) {
  Pool pool;
  Value object = Object();
  for (int i = 0; i < 100; ++i) {
    Set(object, pool.Keep(absl::StrCat("key", i)), Integer(i), &pool);
  }
  ASSERT_NE(Find(object, "key42", &pool), nullptr);
  Value moved = std::move(object);
  EXPECT_EQ(AsInteger(*Find(moved, "key42", &pool)), 42);
  Value copy = Copy(moved, &pool);
  Erase(moved, "key42", &pool);
  EXPECT_EQ(Find(moved, "key42", &pool), nullptr);
  EXPECT_EQ(AsInteger(*Find(copy, "key42", &pool)), 42);
}

}  // namespace
}  // namespace loom
