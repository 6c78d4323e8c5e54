// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/yaml/layout.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

// The text of the value of `a`, from its content to its end.
struct RowLayoutBuilder {
  const char* reason;
  const char* text;
  const char* value;
};

TEST(LayoutBuilderTest, Ends) {
  const RowLayoutBuilder rows[] = {
      {"a word", "a: x # y\n", "x"},
      {"words", "a: two  words\nb: 1\n", "two  words"},
      {"words on two lines", "a: two\n  words\nb: 1\n", "two\n  words"},
      {"a # inside", "a: x#y\n", "x#y"},
      {"a word in brackets", "[{a: x}, y]", "x"},
      {"single quotes", "a: 'it''s' # x\n", "'it''s'"},
      {"double quotes", "a: \"b\\\"c\" # x\n", "\"b\\\"c\""},
      {"quotes on two lines", "a: \"b\n  c\"\n", "\"b\n  c\""},
      {"a block", "a: |\n  x\n\n  y\n\nb: 1\n", "|\n  x\n\n  y"},
      {"a block that keeps its end", "a: |+\n  x\n\nb: 1\n", "|+\n  x\n"},
      {"a block with an indentation", "a: |2\n    x\n  y\n# c\n",
       "|2\n    x\n  y"},
      {"a comment behind a block", "a: >-\n  x\n # c\nb: 1\n", ">-\n  x"},
      {"an empty block", "a: |\nb: 1\n", "|"},
      {"brackets", "a: [1, [2], {b: 3}, ] # x\n", "[1, [2], {b: 3}, ]"},
      {"braces on two lines", "a: {b: 1, # x\n  c: 2}\n",
       "{b: 1, # x\n  c: 2}"},
      {"empty braces", "a: {}\n", "{}"},
      {"null", "a: null # x\n", "null"},
      {"a tilde", "a: ~\n", "~"},
      {"an alias", "b: &x 1\na: *x # x\n", "*x"},
      {"behind an anchor", "a: &x y # x\n", "y"},
      {"behind a tag", "a: !!str 12 # x\n", "12"},
      {"a list", "a:\n- 1\n- b: 2\n  c: 3 # x\nd: 1\n", "- 1\n- b: 2\n  c: 3"},
      {"a map", "a:\n  b: 1\n  c:\nd: 1\n", "b: 1\n  c:"},
      {"a list in a list", "a:\n- - 1\n  - 2\n- 3\n", "- - 1\n  - 2\n- 3"},
      {"a list of nothing", "a:\n-\n-\nb: 1\n", "-\n-"},
      {"text beyond ASCII", "a: \xC3\xA4 \xE2\x82\xAC # x\n",
       "\xC3\xA4 \xE2\x82\xAC"},
  };
  for (const RowLayoutBuilder& row : rows) {
    SCOPED_TRACE(row.reason);
    auto nodes = YamlNodes::Parse("f", row.text);
    ASSERT_TRUE(nodes.ok()) << nodes.status();
    YamlLayout layout(*nodes);
    uint32_t root = nodes->roots()[0];
    uint32_t value = NodeAt(*nodes, root, {"a"});
    if (value == root) value = NodeAt(*nodes, root, {"0", "a"});
    size_t begin = layout.Content(value);
    EXPECT_EQ(nodes->text().substr(begin, layout.End(value) - begin),
              row.value);
  }
}

TEST(LayoutBuilderTest, MissingValuesEndBehindTheirColon) {
  auto nodes = YamlNodes::Parse("f", "a:\nb: 1\n");
  ASSERT_TRUE(nodes.ok());
  YamlLayout layout(*nodes);
  EXPECT_EQ(layout.End((*nodes)[nodes->roots()[0]].children[1]), 2);
}

}  // namespace
}  // namespace loom
