// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/name_pattern.h"

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

TEST(NamePattern, MayMatchFromABeginning) {
  AuthorInput input(R"({"list": ["net-a", "net-.*"]})", Dialect::kNative);
  Fields fields(input.root());
  Pool pool;
  for (const auto& pattern : NamePattern::ParseList(fields, "list")) {
    EXPECT_EQ(pattern.MayMatchFrom("net-", &pool).value(), true)
        << pattern.text();
    EXPECT_EQ(pattern.MayMatchFrom("db-", &pool).value(), false)
        << pattern.text();
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
       "resource: Invalid value: expected a string, got a number"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Fields fields(input.root());
    NamePattern::Parse(fields, "resource");
    EXPECT_EQ(input.problems(), test.problems);
  }
}

TEST(NamePattern, ReadsLists) {
  const struct {
    const char* reason;
    const char* input;
    size_t size;
    const char* problems;
  } tests[] = {
      {"The member may be absent.", "{}", 0, ""},
      {"Names and patterns.", R"({"list": ["db", "app-.*"]})", 2, ""},
      {"An empty list looks like all or none.", R"({"list": []})", 0,
       "list: Required value: expected at least one entry"},
      {"Each mistake is reported.", R"({"list": ["a[", "", 5, "db"]})", 1,
       R"(list[0]: Invalid value: "a[": invalid regexp: missing ]: [; )"
       "list[1]: Invalid value: expected a non-empty string; list[2]: Invalid "
       "value: expected a non-empty string"},
      {"It is a list.", R"({"list": "db"})", 0,
       "list: Invalid value: expected a list, got a string"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    AuthorInput input(test.input, Dialect::kNative);
    Fields fields(input.root());
    EXPECT_EQ(NamePattern::ParseList(fields, "list").size(), test.size);
    EXPECT_EQ(input.problems(), test.problems);
  }
}

TEST(AnyMatches, LooksAtAll) {
  AuthorInput input(R"({"list": ["db", "app-.*"]})", Dialect::kNative);
  Fields fields(input.root());
  const auto patterns = NamePattern::ParseList(fields, "list");
  Pool pool;
  EXPECT_EQ(AnyMatches(patterns, "app-1", "app-1", &pool).value(), true);
  EXPECT_EQ(AnyMatches(patterns, "web", "web", &pool).value(), false);
  EXPECT_EQ(AnyMatches({}, "web", "web", &pool).value(), false);
  EXPECT_EQ(AnyMatches(patterns, "db-eu", "db", &pool).value(), true)
      << "an item is meant by the name of its template";
}

}  // namespace
}  // namespace loom
