// SPDX-License-Identifier: Apache-2.0
#include "tools/provenance/graph.h"

#include <gtest/gtest.h>

namespace loom {
namespace {

TEST(WriterBefore, IsTheLastOneBeforeTheStepThatAsks) {
  ExplainedField field{
      .owner = "xr", .path = "status.a", .by = 7, .was = {{{}, 4}, {{}, 2}}};
  EXPECT_EQ(WriterBefore(field, 9), 7u);
  EXPECT_EQ(WriterBefore(field, 7), 4u) << "a step that reads what it replaces";
  EXPECT_EQ(WriterBefore(field, 4), 2u);
  EXPECT_EQ(WriterBefore(field, 2), std::nullopt) << "it was not there yet";
}

TEST(HasValue, CountsSecrets) {
  EXPECT_TRUE(HasValue({"null"}));
  EXPECT_TRUE(HasValue({std::nullopt, true}));
  EXPECT_FALSE(HasValue({}));
}

TEST(OwnerOf, TellsAResourceFromTheCompositeAndItsLike) {
  EXPECT_EQ(OwnerOf("bucket"), "bucket");
  EXPECT_EQ(OwnerOf("env"), "./env");
}

TEST(IsBelow, EndsAtASegment) {
  EXPECT_TRUE(IsBelow("a.b", "a"));
  EXPECT_TRUE(IsBelow("a[0]", "a"));
  EXPECT_TRUE(IsBelow("a", "a"));
  EXPECT_FALSE(IsBelow("ab", "a"));
  EXPECT_FALSE(IsBelow("a", "a.b"));
}

}  // namespace
}  // namespace loom
