// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/nodes.h"

namespace loom {
namespace {

struct RowNodePath {
  const char* reason;
  const char* text;
  std::vector<absl::string_view> path;
  const char* place;
};

TEST(NodePathTest, NodeAt) {
  const RowNodePath rows[] = {
      {"no path", "a: 1", {}, "f:1:1"},
      {"a member", "a: {b: 1}", {"a", "b"}, "f:1:8"},
      {"an item", "a: [1, 2]", {"a", "1"}, "f:1:8"},
      {"an item that is not there", "a: [1, 2]", {"a", "7"}, "f:1:4"},
      {"a member that is not there", "a: {b: 1}", {"a", "c", "d"}, "f:1:4"},
      {"It once went on from there, and found a member of another one.",
       "a: {b: 1}",
       {"a", "c", "b"},
       "f:1:4"},
      {"the last of equal keys", "a: 1\na: 2", {"a"}, "f:2:4"},
      {"through an alias", "a: &x {b: 1}\nc: *x", {"c", "b"}, "f:1:11"},
      {"a name of a list", "a: [1]", {"a", "x"}, "f:1:4"},
  };
  for (const RowNodePath& row : rows) {
    SCOPED_TRACE(row.reason);
    auto nodes = YamlNodes::Parse("f", row.text);
    ASSERT_TRUE(nodes.ok());
    uint32_t node = NodeAt(*nodes, nodes->roots()[0], row.path);
    EXPECT_EQ(nodes->Place((*nodes)[node].offset), row.place);
  }
}

TEST(NodePathTest, KeyIndex) {
  auto nodes = YamlNodes::Parse("f", "a: 1\nb: [x]");
  ASSERT_TRUE(nodes.ok());
  uint32_t root = nodes->roots()[0];
  EXPECT_EQ(KeyIndex(*nodes, root, "b"), 2);
  EXPECT_EQ(KeyIndex(*nodes, root, "c"), std::nullopt);
  EXPECT_EQ(KeyIndex(*nodes, (*nodes)[root].children[3], "x"), std::nullopt);
}

}  // namespace
}  // namespace loom
