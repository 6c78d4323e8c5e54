// SPDX-License-Identifier: Apache-2.0
#include "yaml/nodes.h"

#include <gtest/gtest.h>

#include <string>

namespace loom {
namespace {

TEST(YamlNodesTest, PlacesCountCharacters) {
  absl::StatusOr<YamlNodes> yaml =
      YamlNodes::Parse("f.yaml",
                       "\xEF\xBB\xBF"
                       "a: b\n\u00e9: [x, {y: z}]\n");
  ASSERT_TRUE(yaml.ok()) << yaml.status();
  ASSERT_EQ(yaml->roots().size(), 1u);
  const YamlNode& map = (*yaml)[yaml->roots()[0]];
  ASSERT_EQ(map.children.size(), 4u);
  const YamlNode& list = (*yaml)[map.children[3]];
  EXPECT_EQ(yaml->Place((*yaml)[map.children[0]].offset), "f.yaml:1:1");
  EXPECT_EQ(yaml->Place((*yaml)[map.children[1]].offset), "f.yaml:1:4");
  EXPECT_EQ(yaml->Place(list.offset), "f.yaml:2:4");
  EXPECT_EQ(yaml->Place((*yaml)[list.children[1]].offset), "f.yaml:2:8");
}

TEST(YamlNodesTest, EmptyDocumentsAreLeftOut) {
  absl::StatusOr<YamlNodes> yaml =
      YamlNodes::Parse("f", "# first\n---\n# second\n---\na: 1\n---\n");
  ASSERT_TRUE(yaml.ok()) << yaml.status();
  EXPECT_EQ(yaml->roots().size(), 1u);
}

TEST(YamlNodesTest, FaultsHaveAPlace) {
  struct Case {
    const char* reason;
    std::string text;
    const char* want;
  };
  const Case kCases[] = {
      {"yaml-cpp reads a double quote to the end", "a: 1\nb: \"x\nc: 2\n",
       "f:2:4: this quote is never closed"},
      {"behind a tag", "a: !!str \"x\n", "f:1:10: this quote is never closed"},
      {"a tab that indents", "a:\n\tb: 1\n",
       "f:2:1: a tab cannot indent; use spaces"},
      {"behind spaces", "a:\n  \tb: 1\n",
       "f:2:3: a tab cannot indent; use spaces"},
      {"a bracket that is never closed", "a: [1\nb: 2\n",
       "f:2:2: end of sequence flow not found"},
      {"a list goes on as a map", "- a\nb: 1\n",
       "f:2:1: this does not belong to the value before it"},
      {"a comma begins nothing", ",x\n",
       "f:1:1: a value cannot begin with this"},
      {"control characters", "a: \x01\n",
       "f:1:4: control characters are not allowed"},
      {"no UTF-8", "a: \xff\n", "f: the text is not UTF-8"},
      {"very deep", std::string(600, '['), "f: nested deeper than 500 levels"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    absl::StatusOr<YamlNodes> yaml = YamlNodes::Parse("f", c.text);
    EXPECT_EQ(yaml.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(std::string(yaml.status().message()), c.want);
  }
}

TEST(YamlNodesTest, TabsAreSpaceBetweenBrackets) {
  EXPECT_TRUE(YamlNodes::Parse("f", "a: [1,\n\t2]\n").ok());
  EXPECT_TRUE(YamlNodes::Parse("f", "a:\t1 # x\n").ok());
  EXPECT_TRUE(YamlNodes::Parse("f", "a: 'it''s'\nb: \"\\\"\"\n").ok());
}

}  // namespace
}  // namespace loom
