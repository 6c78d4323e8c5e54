// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "language/transforms/transform.h"

namespace loom {
namespace {

TEST(TransformFamilies, AreInTheOrderOfMessages) {
  std::vector<absl::string_view> names;
  for (const TransformFamily& family :
       TransformFamilies(RulesOf(Dialect::kNative))) {
    names.push_back(family.name);
    EXPECT_NE(family.parse == nullptr, family.parse_text == nullptr);
  }
  EXPECT_EQ(absl::StrJoin(names, ", "),
            "map, match, math, string, convert, expression");
}

TEST(TransformFamilies, OfADropInInputAreThoseOfItsFunction) {
  EXPECT_EQ(TransformFamilies(RulesOf(Dialect::kPatchAndTransform)).size(), 5);
}

}  // namespace
}  // namespace loom
