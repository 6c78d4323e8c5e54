// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/value/json.h"
#include "tools/provenance/object_graph.h"

namespace loom {
namespace {

using testing::ElementsAre;

std::vector<std::string> Paths(absl::string_view json) {
  Pool pool;
  Value object = *ParseJson(json, &pool);
  std::vector<std::string> paths;
  for (const Leaf& leaf : LeavesOf(object))
    paths.push_back(ToString(leaf.path));
  return paths;
}

TEST(Leaves, AreValuesWithoutValuesInThem) {
  EXPECT_THAT(Paths(R"({"a": {"b": 1}, "c": [2, {"d": 3}], "e": {}, "f": []})"),
              ElementsAre("a.b", "c[0]", "c[1].d", "e", "f"));
  EXPECT_THAT(Paths(R"({"a.b/c": {"x": null}})"), ElementsAre("[a.b/c].x"));
  EXPECT_THAT(Paths("{}"), ElementsAre());
  EXPECT_THAT(Paths("5"), ElementsAre(""));
}

TEST(Leaves, HaveLocators) {
  EXPECT_EQ(LocatorOf({Segment::Field("a"), Segment::Index(1),
                       Segment::Field("b.c/d")}),
            "a[1].b.c/d");
}

TEST(Leaves, AreWithinPaths) {
  EXPECT_TRUE(IsWithin("a.b", "a"));
  EXPECT_TRUE(IsWithin("a[0]", "a"));
  EXPECT_TRUE(IsWithin("a", "a"));
  EXPECT_TRUE(IsWithin("a", ""));
  EXPECT_FALSE(IsWithin("ab", "a")) << "the name of another member";
  EXPECT_FALSE(IsWithin("a", "a.b"));
}

}  // namespace
}  // namespace loom
