// SPDX-License-Identifier: Apache-2.0
#include "data/value/name_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(NameTable, IsEmptyAtFirst) {
  NameTable table;
  EXPECT_EQ(table.Find("a"), std::nullopt);
  EXPECT_EQ(table.Find(""), std::nullopt);
  EXPECT_EQ(table.size(), 0);
}

TEST(NameTable, KeepsWhatCameFirst) {
  NameTable table;
  EXPECT_TRUE(table.Insert("a", 7));
  EXPECT_FALSE(table.Insert("a", 8));
  EXPECT_EQ(table.Find("a"), 7);
  EXPECT_EQ(table.size(), 1);
}

TEST(NameTable, TheEmptyNameIsAName) {
  NameTable table;
  EXPECT_TRUE(table.Insert(absl::string_view(), 0));
  EXPECT_FALSE(table.Insert("", 1));
  EXPECT_EQ(table.Find(""), 0);
}

TEST(NameTable, FindsAllOfManyAndNothingElse) {
  constexpr uint32_t kMany = 5000;
  std::vector<std::string> names;
  names.reserve(kMany);
  for (uint32_t i = 0; i < kMany; ++i) names.push_back(absl::StrCat("n", i));
  NameTable table;
  for (uint32_t i = 0; i < kMany; ++i) {
    ASSERT_EQ(table.Find(names[i]), std::nullopt);
    ASSERT_TRUE(table.Insert(names[i], i));
  }
  for (uint32_t i = 0; i < kMany; ++i) ASSERT_EQ(table.Find(names[i]), i);
  EXPECT_EQ(table.Find("n5000"), std::nullopt);
  EXPECT_EQ(table.size(), kMany);
}

}  // namespace
}  // namespace loom
