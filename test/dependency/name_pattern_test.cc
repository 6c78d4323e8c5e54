// SPDX-License-Identifier: Apache-2.0
#include "dependency/name_pattern.h"

#include <gtest/gtest.h>

#include "test/testing/json.h"

namespace loom {
namespace {

TEST(NamePattern, MatchesWholeNames) {
  const struct {
    const char* reason;
    const char* pattern;
    bool is_name;
    const char* name;
    bool matches;
  } tests[] = {
      {"A name is itself.", "db", true, "db", true},
      {"A name is not a prefix.", "db", true, "db-2", false},
      {"A pattern has to match all of it.", "config-.*", false, "config-a",
       true},
      {"A part of the name is not enough.", "config-.*", false, "my-config-a",
       false},
      {"Each of several.", "db|cache", false, "cache", true},
      {"The longest of several.", "a|ab", false, "ab", true},
      {"An anchor changes nothing.", "^net", false, "network", false},
      {"A dot stands for any character.", "a.b", false, "a-b", true},
      {"Names with Unicode.", "\xC3\xBC.*", false,
       "\xC3\xBC"
       "ber",
       true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(std::string(R"({"resource": ")") + test.pattern + "\"}",
                      Dialect::kNative);
    Fields fields(input.root());
    const NamePattern pattern = NamePattern::Parse(fields, "resource");
    EXPECT_EQ(input.problems(), "");
    EXPECT_EQ(pattern.text(), test.pattern);
    EXPECT_EQ(pattern.is_name(), test.is_name);
    Pool pool;
    EXPECT_EQ(pattern.Matches(test.name, &pool).value(), test.matches);
  }
}

TEST(NamePattern, TellsMistakes) {
  const struct {
    const char* reason;
    const char* input;
    const char* problems;
  } tests[] = {
      {"It has to be there.", "{}",
       "resource: Required value: resource is required"},
      {"It has to compile.", R"({"resource": "a["})",
       R"(resource: Invalid value: "a[": invalid regexp: missing ]: [)"},
      {"It is a text.", R"({"resource": 5})",
       "resource: Invalid value: want a string, got a number"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Fields fields(input.root());
    NamePattern::Parse(fields, "resource");
    EXPECT_EQ(input.problems(), test.problems);
  }
}

}  // namespace
}  // namespace loom
