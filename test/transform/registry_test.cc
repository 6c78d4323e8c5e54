// SPDX-License-Identifier: Apache-2.0
#include "transform/registry.h"

#include "gtest/gtest.h"

namespace loom {
namespace {

TEST(Registry, FindsEveryFamily) {
  EXPECT_EQ(TransformTypes(), "map, match, math, string, convert");
  for (const TransformFamily& family : TransformFamilies()) {
    EXPECT_EQ(FindTransformFamily(family.name), &family);
    EXPECT_NE(family.parse, nullptr);
  }
  EXPECT_EQ(FindTransformFamily("Math"), nullptr);
  EXPECT_EQ(FindTransformFamily(""), nullptr);
}

}  // namespace
}  // namespace loom
