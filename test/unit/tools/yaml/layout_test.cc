// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/layout.h"

#include <gtest/gtest.h>

#include "tools/yaml/nodes.h"

namespace loom {
namespace {

std::string Slice(const YamlNodes& nodes, TextRange range) {
  return nodes.text().substr(range.begin, range.end - range.begin);
}

struct EntryRow {
  const char* reason;
  const char* text;
  std::vector<absl::string_view> collection;
  size_t index;
  const char* lines;  // nullptr: it has none
};

TEST(LayoutTest, Entries) {
  const EntryRow rows[] = {
      {"a member", "a: 1\nb: 2\n", {}, 2, "b: 2\n"},
      {"comments before belong to it",
       "a: 1\n# b\nb: 2\n",
       {},
       2,
       "# b\nb: 2\n"},
      {"and blank lines", "a: 1\n\n\nb: 2\n", {}, 2, "\n\nb: 2\n"},
      {"deeper comments belong to what precedes",
       "a:\n- 1\n # a\n# b\nb: 2\n",
       {},
       0,
       "a:\n- 1\n # a\n"},
      {"the rest to what follows",
       "a:\n- 1\n # a\n# b\nb: 2\n",
       {},
       2,
       "# b\nb: 2\n"},
      {"an item", "a:\n  - 1\n  # two\n  - 2\n", {"a"}, 1, "  # two\n  - 2\n"},
      {"an item of several lines",
       "a:\n- x: 1\n  y: 2\n- 3\n",
       {"a"},
       0,
       "- x: 1\n  y: 2\n"},
      {"comments behind the last item",
       "a:\n  - 1\n  # end\nb: 2\n",
       {"a"},
       0,
       "  - 1\n  # end\n"},
      {"but not those of the map around it",
       "a:\n  - 1\n # end\nb: 2\n",
       {"a"},
       0,
       "  - 1\n"},
      {"at the end of the text",
       "a:\n  b: 1\n  # b\n# a\n",
       {"a"},
       0,
       "  b: 1\n  # b\n"},
      {"at the end of a document",
       "a:\n  b: 1\n# a\n---\nc: 2\n",
       {},
       0,
       "a:\n  b: 1\n# a\n"},
      {"no value", "a:\nb: 2\n", {}, 0, "a:\n"},
      {"an empty item", "a:\n-\n- 2\n", {"a"}, 0, "-\n"},
      {"a list at the column of its key",
       "a:\n- 1\n# b\nb: 2\n",
       {"a"},
       0,
       "- 1\n"},
      {"no last line feed", "a: 1\nb: 2", {}, 2, "b: 2"},
      {"in braces", "a: {b: 1}\n", {"a"}, 0, nullptr},
      {"behind a dash", "- a: 1\n  b: 2\n", {"0"}, 0, nullptr},
      {"but the next one has a line", "- a: 1\n  b: 2\n", {"0"}, 2, "  b: 2\n"},
  };
  for (const EntryRow& row : rows) {
    SCOPED_TRACE(row.reason);
    auto nodes = YamlNodes::Parse("f", row.text);
    ASSERT_TRUE(nodes.ok());
    YamlLayout layout(*nodes);
    uint32_t at = NodeAt(*nodes, nodes->roots()[0], row.collection);
    std::optional<BlockEntry> entry = layout.Entry(at, row.index);
    ASSERT_EQ(entry.has_value(), row.lines != nullptr);
    if (row.lines == nullptr) continue;
    EXPECT_EQ(Slice(*nodes, entry->lines), row.lines);
  }
}

TEST(LayoutTest, Comments) {
  auto nodes = YamlNodes::Parse(
      "f",
      "# one\na: x#y # two\nb: 'it # is' # three\nc: |\n  # text\n#four\n");
  ASSERT_TRUE(nodes.ok());
  YamlLayout layout(*nodes);
  std::vector<std::string> texts;
  for (TextRange comment : layout.comments()) {
    texts.push_back(Slice(*nodes, comment));
  }
  EXPECT_EQ(texts,
            (std::vector<std::string>{"# one", "# two", "# three", "#four"}));
}

TEST(LayoutTest, Flow) {
  auto nodes = YamlNodes::Parse("f", "a: &x !!map {b: 1}\nc: [1]\nd:\n- 1\n");
  ASSERT_TRUE(nodes.ok());
  YamlLayout layout(*nodes);
  auto at = [&](absl::string_view name) {
    return NodeAt(*nodes, nodes->roots()[0], {name});
  };
  EXPECT_TRUE(layout.IsFlow(at("a")));
  EXPECT_EQ(layout.Content(at("a")), 12);
  EXPECT_TRUE(layout.IsFlow(at("c")));
  EXPECT_FALSE(layout.IsFlow(at("d")));
  EXPECT_FALSE(layout.IsFlow(nodes->roots()[0]));
}

}  // namespace
}  // namespace loom
