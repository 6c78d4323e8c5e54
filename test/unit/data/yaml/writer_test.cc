// SPDX-License-Identifier: Apache-2.0
// The texts here, and more, are printed by the real CLI too:
// test/suites/crossplane/cases/texts.
#include "data/yaml/writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "data/value/json.h"
#include "data/value/number.h"
#include "data/value/object.h"

namespace loom {
namespace {

std::string Write(absl::string_view json) {
  Pool pool;
  absl::StatusOr<Value> value = ParseJson(json, &pool);
  EXPECT_TRUE(value.ok()) << json;
  absl::StatusOr<std::string> yaml = WriteYaml(*value);
  return yaml.ok() ? *yaml : std::string(yaml.status().message());
}

TEST(WriteYamlTest, Texts) {
  struct Case {
    std::string text;
    const char* want;  // as the member k of an object
  };
  const Case kCases[] = {
      {"bucket", "bucket"},
      {"two words", "two words"},
      {"", "\"\""},
      {"yes", "\"yes\""},
      {"No", "\"No\""},
      {"on", "\"on\""},
      {"y", "\"y\""},
      {"yEs", "yEs"},
      {"true", "\"true\""},
      {"null", "\"null\""},
      {"~", "\"~\""},
      {"1", "\"1\""},
      {"-1", "\"-1\""},
      {"+1", "\"+1\""},
      {"010", "\"010\""},
      {"0o7", "\"0o7\""},
      {"0b11", "\"0b11\""},
      {"0x10", "\"0x10\""},
      {"0xG", "0xG"},
      {"1_000", "\"1_000\""},
      {"1e3", "\"1e3\""},
      {"1e999", "1e999"},
      {"1.5", "\"1.5\""},
      {".5", "\".5\""},
      {".5_0", "\".5_0\""},
      {".inf", "\".inf\""},
      {"2024-01-01", "\"2024-01-01\""},
      {"2024-13-01", "2024-13-01"},
      {"2024-01-01T10:00:00Z", "\"2024-01-01T10:00:00Z\""},
      {"12:30:45", "\"12:30:45\""},
      {"1:99", "1:99"},
      {"=", "="},
      {"<<", "<<"},
      {"-", "'-'"},
      {"- x", "'- x'"},
      {"-x", "-x"},
      {"---", "'---'"},
      {"...", "'...'"},
      {"?", "'?'"},
      {"?x", "?x"},
      {":", "':'"},
      {":x", ":x"},
      {"x:", "'x:'"},
      {"a: b", "'a: b'"},
      {"a:b", "a:b"},
      {"#x", "'#x'"},
      {"a #b", "'a #b'"},
      {"a#b", "a#b"},
      {"&x", "'&x'"},
      {"*x", "'*x'"},
      {"!x", "'!x'"},
      {"|x", "'|x'"},
      {">x", "'>x'"},
      {"%x", "'%x'"},
      {"@x", "'@x'"},
      {"`x", "'`x'"},
      {"'x'", "'''x'''"},
      {"it's", "it's"},
      {"\"x\"", "'\"x\"'"},
      {"{x}", "'{x}'"},
      {"[x", "'[x'"},
      {",x", "',x'"},
      {"a, b", "a, b"},
      {"a\\b", "a\\b"},
      {" x", "' x'"},
      {"x ", "'x '"},
      {"a  b", "a  b"},
      {"a\tb", "\"a\\tb\""},
      {"x\n", "|\n  x"},
      {"one\ntwo", "|-\n  one\n  two"},
      {"one\n\ntwo\n", "|\n  one\n\n  two"},
      {"one\n\n", "|+\n  one\n"},
      {"\nx", "|2-\n\n  x"},
      {"  x\ny", "|2-\n    x\n  y"},
      {"x\ny ", "\"x\\ny \""},
      {"x \ny", "\"x \\ny\""},
      {"x\n y", "|-\n  x\n   y"},
      {"x\r\ny", "\"x\\r\\ny\""},
      {"\u00e9", "\u00e9"},
      {"a\u00a0b", "a\u00a0b"},
      {"\U0001F600", "\"\\U0001F600\""},
      {"a\u2028b", "'a\u2028  b'"},
      {"a\u202eb", "\"a\\u202Eb\""},
      {"\u2066a\nb", "\"\\u2066a\\nb\""},
      {"\x1b[0m", "\"\\e[0m\""},
      {std::string(1, '\0'), "\"\\0\""},
      {"\x7f", "\"\\x7F\""},
      {"\ufeff", "\"\\uFEFF\""},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.text);
    Pool pool;
    Value object = Object();
    Set(object, "k", Borrow(c.text), &pool);
    EXPECT_EQ(*WriteYaml(object), "k: " + std::string(c.want) + "\n");
  }
}

TEST(WriteYamlTest, FoldsInsideQuotesToo) {
  std::string words;
  for (int i = 0; i < 30; ++i) words += "abc ";
  EXPECT_EQ(Write("{\"k\": \"" + words + "x\"}"),
            "k: abc abc abc abc abc abc abc abc abc abc abc abc abc abc abc "
            "abc abc abc abc abc\n  abc abc abc abc abc abc abc abc abc abc "
            "x\n");
  EXPECT_EQ(Write("{\"k\": \"a: " + words + "x\"}"),
            "k: 'a: abc abc abc abc abc abc abc abc abc abc abc abc abc abc "
            "abc abc abc abc abc\n  abc abc abc abc abc abc abc abc abc abc "
            "abc x'\n");
  EXPECT_EQ(Write("{\"k\": \"\\t" + words + " x\"}"),
            "k: \"\\tabc abc abc abc abc abc abc abc abc abc abc abc abc abc "
            "abc abc abc abc abc\n  abc abc abc abc abc abc abc abc abc abc "
            "abc  x\"\n");
}

TEST(WriteYamlTest, Shapes) {
  struct Case {
    const char* reason;
    const char* json;
    const char* want;
  };
  const Case kCases[] = {
      {"a list stands at the column of its key", R"({"a":[1,"x"]})",
       "a:\n- 1\n- x\n"},
      {"a map is indented", R"({"a":{"b":{"c":true}}})",
       "a:\n  b:\n    c: true\n"},
      {"a map in a list begins on its line", R"({"a":[{"b":1,"c":[2]}]})",
       "a:\n- b: 1\n  c:\n  - 2\n"},
      {"so does a list", R"([[1,[2,3]],[]])",
       "- - 1\n  - - 2\n    - 3\n- []\n"},
      {"empty ones are inline", R"({"a":{},"b":[],"c":null})",
       "a: {}\nb: []\nc: null\n"},
      {"keys are quoted as values are", R"({"yes":1,"1":2,"a: b":3,"":4})",
       "\"\": 4\n\"1\": 2\n'a: b': 3\n\"yes\": 1\n"},
      {"a key of many lines", R"({"a\nb":[1],"c":2})",
       "? |-\n  a\n  b\n: - 1\nc: 2\n"},
      {"a text of many lines in a list", R"({"a":["x\ny"]})",
       "a:\n- |-\n  x\n  y\n"},
      {"a scalar alone", R"("x")", "x\n"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.reason);
    EXPECT_EQ(Write(c.json), c.want);
  }
  std::string longest(128, 'k');
  EXPECT_EQ(Write("{\"" + longest + "\":1}"), longest + ": 1\n");
  EXPECT_EQ(Write("{\"k" + longest + "\":1}"), "? k" + longest + "\n: 1\n");
}

TEST(WriteYamlTest, InfiniteNumbersCannotBeWritten) {
  Value value = Real(std::numeric_limits<double>::infinity());
  EXPECT_EQ(WriteYaml(value).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace loom
