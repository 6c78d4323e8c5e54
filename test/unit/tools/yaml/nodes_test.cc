// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/nodes.h"

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

TEST(YamlNodesTest, PlacesAreThoseOfTheTextWithTwoEscapes) {
  absl::StatusOr<YamlNodes> yaml =
      YamlNodes::Parse("f", R"({"a": "\ud83d\ude00", "b": [1]})");
  ASSERT_TRUE(yaml.ok()) << yaml.status();
  const YamlNode& map = (*yaml)[yaml->roots()[0]];
  ASSERT_EQ(map.children.size(), 4u);
  EXPECT_EQ(yaml->Place((*yaml)[map.children[1]].offset), "f:1:7");
  EXPECT_EQ(yaml->Place((*yaml)[map.children[2]].offset), "f:1:23");
  EXPECT_EQ(yaml->Place((*yaml)[map.children[3]].offset), "f:1:28");
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
      {"a double quote that is never closed", "a: 1\nb: \"x\nc: 2\n",
       "f:2:4: unclosed \": add the \" that ends this string"},
      {"behind a tag", "a: !!str \"x\n",
       "f:1:10: unclosed \": add the \" that ends this string"},
      {"a tab that indents", "a:\n\tb: 1\n",
       "f:2:1: a tab cannot indent; use spaces"},
      {"behind spaces", "a:\n  \tb: 1\n",
       "f:2:3: a tab cannot indent; use spaces"},
      {"a bracket that is never closed", "a: [1\nb: 2\n",
       "f:1:4: unclosed [: add the ] that ends this list"},
      {"a list goes on as a map", "- a\nb: 1\n",
       "f:2:1: the key b is next to list items; begin it with \"- \", or "
       "change its indentation"},
      {"a comma begins nothing", ",x\n",
       "f:1:1: no value can begin with a comma; remove it, or quote the value"},
      {"control characters", "a: \x01\n",
       "f:1:4: this control character cannot be in YAML; remove it, or write "
       "it as an escape between double quotes"},
      {"no UTF-8", "a: \xff\n",
       "f:1:4: this byte is not UTF-8; save the file as UTF-8"},
      {"UTF-16",
       std::string("\xFF\xFE"
                   "a\0:\0",
                   6),
       "f:1:1: the file is UTF-16; save it as UTF-8"},
      {"UTF-16 without a mark", std::string("a\0:\0", 4),
       "f:1:1: the file is UTF-16; save it as UTF-8"},
      {"a NUL", std::string("a: \0\n", 5),
       "f:1:4: this control character cannot be in YAML; remove it, or write "
       "it as an escape between double quotes"},
      {"where a bracket does not fit, both places are reported", "a: {x: [1}\n",
       "f:1:10: this } does not close the [ at 1:8"},
      {"the last key is without a colon", "a: 1\nb\n",
       "f:2:1: the key b has no colon; write b:"},
      {"or without a blank behind it", "s:\n  a: 1\n  name:shop\n",
       "f:3:3: the key name has no space after its colon; write name: shop"},
      {"two commas", "a: [x,, y]\n",
       "f:1:7: there is no value before this comma; remove it"},
      {"and a comma in front", "a: [, y]\n",
       "f:1:5: there is no value before this comma; remove it"},
      {"a tag without a name", "a: !! x\n",
       "f:1:6: a tag needs a name after !!; quote the value if it begins with "
       "!"},
      {"a tag that is never closed", "a: !<x y\n",
       "f:1:4: the tag !< is never closed; add the >"},
      {"two anchors", "a: &x &y 1\n",
       "f:1:7: a value can have one anchor; remove one"},
      {"no hexadecimal digits", "a: \"\\xZZ\"\n",
       "f:1:7: an escape needs hexadecimal digits: \\x41, \\u0041 or "
       "\\U00000041"},
      {"very deep", std::string(600, '[') + std::string(600, ']'),
       "f: nested deeper than 500 levels"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    absl::StatusOr<YamlNodes> yaml = YamlNodes::Parse("f", c.text);
    EXPECT_EQ(yaml.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(std::string(yaml.status().message()), c.want);
  }
}

TEST(YamlNodesTest, AcceptsWhatLooksLikeMistakes) {
  struct Case {
    const char* reason;
    const char* text;
  };
  const Case kCases[] = {
      {"brackets in quotes", "a: '['\nb: \"}\"\n"},
      {"in comments", "a: 1 # [ {\n"},
      {"in block", "a: |\n  [ {\n  'x\nb: 1\n"},
      {"colon", "a: b:c\n"},
      {"url", "a: https://example.org:80/x?y=1#z\n"},
      {"json", "{\"a\":[1,{\"b\":null}],\"c\":\"x:y\"}\n"},
      {"flow lines", "a: {b: 1,\n  c: [1,\n2], d: x}\ne: 1\n"},
      {"qkeys", "? a\n: b\n? c\n: - d\n  - e\n"},
      {"multi", "---\na: 1\n---\nb: 2\n...\n---\nc\n"},
      {"list at key", "a:\n- b\n- c: 1\n  d: 2\ne: 1\n"},
      {"nested list", "- - a\n  - b\n-\n  c: 1\n"},
      {"apostrophe", "a: it's\nb: [don't]\n"},
      {"continuation", "a: x\n  - y\n  z\nb: 1\n"},
      {"hash", "a: x#y\n"},
      {"trailing comma", "a: [1, 2,]\n"},
      {"crlf", "a:\r\n- b\r\nc: |\r\n  x\r\n"},
      {"directive", "%YAML 1.1\n---\na: 1\n"},
      {"tag", "a: !Ref x\nb: !!str 1\n"},
      {"anchor twice", "a: &x 1\nb: &x 2\nc: *x\n"},
      {"block indent", "a: |2\n   x\n  y\nb: >-\n\n  z\n"},
      {"flow tab", "a: [1,\n\t2]\n"},
      {"percent", "a: 5%\n"},
      {"at", "a: x@y\n"},
      {"backtick", "a: x`y`\n"},
      {"dq lines", "a: \"x\ny\nz\"\nb: 1\n"},
      {"sq lines", "a: 'b: 1\n  c: 2'\n"},
      {"empty", ""},
      {"comment", "# x\n"},
      {"bom", "\357\273\277a: 1\n"},
      {"key blanks", "a b: c\n\"q\": d\n'r': e\n"},
      {"flow keys", "{a, b: , ? c : d}\n"},
      {"pairs", "[a: b, c]\n"},
      {"name:shop", "name:shop\n"},
      {"merge", "a: &x {p: 1}\nb:\n  <<: *x\n"},
      {"alias key", "a: &x 1\n*x : 2\n"},
      {"plain brackets", "a: x[0].y{z}\n"},
      {"comment between", "a:\n# c\n  b: 1\n # d\n  c: 2\n"},
      {"quoted colon", "a: \"b: c\"\n"},
      {"nonindented doc text", "--- a\n"},
      {"block in list", "- |\n a\n- >\n b\n"},
      {"tab after colon", "a:\t1\n"},
      {"adjacent json", "{\"a\":1,\"b\":[2]}\n"},
      {"template quoted", "a: '{{ .x }}'\n"},
      {"dash", "a: -x\nb: --- x\n"},
      {"eq", "a: =\n"},
      {"q", "a: ?x\n"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(YamlNodes::Parse("f", c.text).status(), absl::OkStatus());
  }
}

TEST(YamlNodesTest, TabsAreSpaceBetweenBrackets) {
  EXPECT_TRUE(YamlNodes::Parse("f", "a: [1,\n\t2]\n").ok());
  EXPECT_TRUE(YamlNodes::Parse("f", "a:\t1 # x\n").ok());
  EXPECT_TRUE(YamlNodes::Parse("f", "a: 'it''s'\nb: \"\\\"\"\n").ok());
}

}  // namespace
}  // namespace loom
