// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/reader.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "data/value/json.h"

namespace loom {
namespace {

std::string ReadReader(const std::string& text) {
  Pool pool;
  absl::StatusOr<std::vector<YamlDocument>> documents =
      ReadYaml("f", text, &pool);
  if (!documents.ok()) return std::string(documents.status().message());
  std::string all;
  for (const YamlDocument& document : *documents) {
    absl::StrAppend(&all, all.empty() ? "" : " ", *CompactJson(document.root));
  }
  return all;
}

TEST(ReadYamlTest, IsWhatGoReads) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"booleans as keys and values", "on: yes\noff: n\n",
       R"({"false":false,"true":true})"},
      {"quoted ones are text", "\"on\": 'yes'\n", R"({"on":"yes"})"},
      {"numbers as keys", "1: a\n1.5: b\n0x10: c\n",
       R"({"1":"a","1.5":"b","16":"c"})"},
      {"the last of equal keys wins", "a: 1\nb: 2\na: 3\n", R"({"a":3,"b":2})"},
      {"also of keys that become equal", "yes: 1\n'true': 2\n",
       R"({"true":2})"},
      {"an alias", "a: &x {p: [1]}\nb: *x\n",
       R"({"a":{"p":[1]},"b":{"p":[1]}})"},
      {"the later of equal anchors", "a: &x 1\nb: &x 2\nc: *x\n",
       R"({"a":1,"b":2,"c":2})"},
      {"later keys replace merged ones", "{<<: {p: 1, q: 2}, q: 3}",
       R"({"p":1,"q":3})"},
      {"and earlier ones are replaced", "{q: 3, <<: {p: 1, q: 2}}",
       R"({"p":1,"q":2})"},
      {"of a list the first wins", "{<<: [{p: 1}, {p: 2, q: 2}]}",
       R"({"p":1,"q":2})"},
      {"a quoted << is a key", "\"<<\": {a: 1}\n",
       R"({"\u003c\u003c":{"a":1}})"},
      {"tags", "a: !!str 12\nb: !!int \"3\"\nc: !custom 1\nd: !!float 2\n",
       R"({"a":"12","b":3,"c":"1","d":2})"},
      {"binary", "a: !!binary aGVsbG8=\n", R"({"a":"hello"})"},
      {"blocks", "a: |\n  x\n   y\nb: >-\n  x\n  y\n",
       R"({"a":"x\n y\n","b":"x y"})"},
      {"text over lines", "a: x\n  y\nb: \"x\n  y\"\n",
       R"({"a":"x y","b":"x y"})"},
      {"nulls", "a:\nb: ~\n", R"({"a":null,"b":null})"},
      {"JSON", R"({"a":[1,2.5,-3e5,null,"\u00e9\/"]})",
       "{\"a\":[1,2.5,-300000,null,\"\u00e9/\"]}"},
      {"the next line and the non-breaking space", R"({"\_":"\N\_x\_"})",
       "{\"\u00a0\":\"\u0085\u00a0x\u00a0\"}"},
      {"other separators, which JSON escapes", R"(["\L\P", '\_'])",
       R"(["\u2028\u2029","\\_"])"},
      {"a character of two escapes", R"({"a":"\ud83d\ude00","b":1})",
       "{\"a\":\"\U0001F600\",\"b\":1}"},
      {"documents", "a: 1\n---\n- 2\n---\n# none\n---\nx\n",
       R"({"a":1} [2] "x")"},
      {"nothing", "# none\n", ""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(ReadReader(c.text), c.want);
  }
}

TEST(ReadYamlTest, RefusesWhatGoRefuses) {
  struct Case {
    const char* reason;
    const char* text;
    const char* want;
  };
  const Case kCases[] = {
      {"JSON has no infinity", "a: .inf\n",
       "f:1:4: .inf is a number that no JSON can hold; quote it"},
      {"a null key", "a: 1\n~: 2\n", "f:2:1: a key cannot be null"},
      {"a list as a key", "? [a]\n: 1\n", "f:1:3: a key cannot be a list"},
      {"an alias in itself", "a: &x [*x]\n",
       "f:1:8: this alias contains itself"},
      {"an alias of nothing", "a: *x\n",
       "f:1:4: *x is an alias, but no &x is before it; quote it if it is a "
       "string"},
      {"a template", "a: {{ .x }}\n",
       "f:1:5: a key cannot be a map; quote the value if it is a template"},
      {"a merge of no map", "{<<: 1}", "f:1:6: only a map can be merged by <<"},
      {"a tag that lies", "a: !!int x\n", "f:1:4: \"x\" is not a !!int"},
      {"no base64", "a: !!binary \"*\"\n",
       "f:1:4: this !!binary is not base64-encoded UTF-8"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(ReadReader(c.text), c.want);
  }
}

TEST(ReadYamlTest, AliasesAreBounded) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    absl::StrAppend(&bomb, "a", i, ": &a", i, " [");
    for (int k = 0; k < 10; ++k) absl::StrAppend(&bomb, "*a", i - 1, ", ");
    absl::StrAppend(&bomb, "]\n");
  }
  EXPECT_EQ(
      ReadReader(bomb),
      "f:1:5: the aliases of this document expand to more than 400000 values");
}

TEST(ReadYamlTest, DepthByAliasesIsBounded) {
  std::string deep = "- &a0 x\n";
  for (int i = 1; i <= 1100; ++i) {
    absl::StrAppend(&deep, "- &a", i, " [*a", i - 1, "]\n");
  }
  EXPECT_EQ(ReadReader(deep), "f:2:8: nested deeper than 1000");
}

TEST(YamlDocumentTest, PlacesByPath) {
  Pool pool;
  std::vector<YamlDocument> documents = *ReadYaml(
      "f", "a: 1\n---\nspec: {kind: X}\nsteps:\n- name: p\n- name: q\n", &pool);
  ASSERT_EQ(documents.size(), 2u);
  EXPECT_EQ(documents[1].Place({}), "f:3:1");
  EXPECT_EQ(documents[1].Place({"spec", "kind"}), "f:3:14");
  EXPECT_EQ(documents[1].Place({"steps", "1"}), "f:6:3");
  EXPECT_EQ(documents[1].Place({"steps", "1", "name"}), "f:6:9");
  EXPECT_EQ(documents[1].Place({"spec", "absent"}), "f:3:7");
}

}  // namespace
}  // namespace loom
