// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/yaml/trees.h"
#include "tools/yaml/edit.h"

namespace loom {
namespace {

struct RowFill {
  const char* reason;
  const char* text;
  Fill fill;
  const char* filled;
};

TEST(FillTest, TextAndTree) {
  const RowFill rows[] = {
      {"first in a block",
       "a:\n- b: 1\n",
       {{"a", "0"}, "x", "2"},
       "a:\n- x: 2\n  b: 1\n"},
      {"first in braces",
       "a: {b: 1}\n",
       {{"a"}, "x", "2"},
       "a: {x: 2, b: 1}\n"},
      {"last in a block",
       "a:\n- b: 1 # c\n- d\n",
       {{"a", "0"}, "x", "2", "", true},
       "a:\n- b: 1 # c\n  x: 2\n- d\n"},
      {"last in braces",
       "a: {b: 1}\n",
       {{"a"}, "x", "2", "", true},
       "a: {b: 1, x: 2}\n"},
      {"in empty braces", "a: {}\n", {{"a"}, "x", "2"}, "a: {x: 2}\n"},
      {"in place of a block",
       "a:\n  b:\n    c: 1\nd: 2\n",
       {{"a"}, "x", "{y: 2}", "b"},
       "a:\n  x: {y: 2}\nd: 2\n"},
      {"in place of a member in braces",
       "a: {b: {}, c: 1}\n",
       {{"a"}, "x", "Y", "b"},
       "a: {x: Y, c: 1}\n"},
      {"once where aliases lead",
       "a: &a {b: 1}\n",
       {{"a"}, "x", "2"},
       "a: &a {x: 2, b: 1}\n"},
  };
  for (const RowFill& row : rows) {
    SCOPED_TRACE(row.reason);
    Pool pool;
    std::string text = row.text;
    auto nodes = YamlNodes::Parse("f", text);
    ASSERT_TRUE(nodes.ok());
    YamlLayout layout(*nodes);
    Surgery surgery(nodes->text());
    FillInText({row.fill, row.fill}, *nodes, layout, nodes->roots()[0],
               &surgery);
    EXPECT_EQ(surgery.Text(), row.filled);
    Value tree = Tree(text, &pool);
    ASSERT_TRUE(FillTree({row.fill}, &tree, &pool).ok());
    EXPECT_EQ(Written(tree), Written(Tree(row.filled, &pool)));
  }
}

TEST(FillTest, APathThatLeadsNowhere) {
  Pool pool;
  Value tree = Tree("a: 1", &pool);
  EXPECT_FALSE(FillTree({{{"b"}, "x", "1"}}, &tree, &pool).ok());
}

TEST(FillTest, Text) {
  EXPECT_EQ(FillText("bucket"), "bucket");
  EXPECT_EQ(FillText("no"), "\"no\"");
  EXPECT_EQ(FillText("a: b"), "'a: b'");
}

}  // namespace
}  // namespace loom
