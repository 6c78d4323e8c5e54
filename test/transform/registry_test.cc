// SPDX-License-Identifier: Apache-2.0
#include "transform/registry.h"

#include <vector>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(TransformFamilies, AreInTheOrderOfMessages) {
  std::vector<absl::string_view> names;
  for (const TransformFamily& family : TransformFamilies()) {
    names.push_back(family.name);
    EXPECT_NE(family.parse, nullptr);
  }
  EXPECT_EQ(absl::StrJoin(names, ", "), "map, match, math, string, convert");
}

}  // namespace
}  // namespace loom
