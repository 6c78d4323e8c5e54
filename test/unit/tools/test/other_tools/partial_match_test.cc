// SPDX-License-Identifier: Apache-2.0
#include "tools/test/other_tools/partial_match.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "test/testing/json.h"

namespace loom {
namespace {

// The paths that differ.
std::string Differing(const char* expected, const char* value) {
  const Value wanted = Json(expected);
  const Value there = Json(value);
  std::vector<std::string> paths;
  PartialMatch(
      [&](const NodePath& path, const Value&, const Value* found) {
        paths.push_back(
            absl::StrCat(PathText(path), found == nullptr ? " absent" : ""));
      },
      TestPool())
      .Compare(wanted, &there, {});
  return absl::StrJoin(paths, ", ");
}

TEST(PartialMatch, ComparesAsChainsawDoes) {
  const struct {
    const char* reason;
    const char* expected;
    const char* value;
    const char* differing;
  } kRows[] = {
      {"other fields do not matter", R"j({"a": {"b": 1}})j",
       R"j({"a": {"b": 1, "c": 2}, "d": 3})j", ""},
      {"a field differs", R"j({"a": {"b": 1}})j", R"j({"a": {"b": 2}})j",
       "a.b"},
      {"a field is absent", R"j({"a": {"b": 1}})j", R"j({"a": {}})j",
       "a.b absent"},
      {"a list has the same length", R"j({"a": [1]})j", R"j({"a": [1, 2]})j",
       "a"},
      {"a list is compared in order", R"j({"a": [1, 2]})j",
       R"j({"a": [2, 1]})j", "a[0], a[1]"},
      {"items of a list are partial", R"j({"a": [{"b": 1}]})j",
       R"j({"a": [{"b": 1, "c": 2}]})j", ""},
      {"an empty map is anything", R"j({"a": {}})j", R"j({"a": 1})j", ""},
      {"an empty map is not null", R"j({"a": {}})j", R"j({"a": null})j", "a"},
      {"null is null", R"j({"a": null})j", R"j({"a": null})j", ""},
      {"null is not absent", R"j({"a": null})j", R"j({})j", "a absent"},
      {"a map is not a string", R"j({"a": {"b": 1}})j", R"j({"a": "b"})j", "a"},
      {"a list is not a map", R"j({"a": []})j", R"j({"a": {}})j", "a"},
      {"a number is not a string", R"j({"a": 1})j", R"j({"a": "1"})j", "a"},
      {"numbers are equal by value", R"j({"a": 1})j", R"j({"a": 1.0})j", ""},
      {"an escaped string", R"j({"a": "\\(b)\\"})j", R"j({"a": "(b)"})j", ""},
      {"an escaped key", R"j({"\\(a)\\": 1})j", R"j({"(a)": 1})j", ""},
      {"an expression", R"j({"(length(a))": 2})j", R"j({"a": [1, 2]})j", ""},
      {"an expression differs", R"j({"b": {"(length(a))": 2}})j",
       R"j({"b": {"a": [1]}})j", "b.(length(a))"},
      {"an expression of what is absent", R"j({"(a.b == null)": true})j", "{}",
       ""},
      {"an expression without a value", R"j({"(length(a))": 2})j", "{}",
       "(length(a)) absent"},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(Differing(row.expected, row.value), row.differing) << row.reason;
  }
}

TEST(PartialMatch, FindsExpressions) {
  const struct {
    const char* reason;
    const char* expected;
    const char* found;
  } kRows[] = {
      {"a key in parentheses is supported", R"j({"a": {"(length(@))": 2}})j",
       ""},
      {"a projection", R"j({"a": {"(b[*].c)": 2}})j", "a.(b[*].c)"},
      {"a string in parentheses", R"j({"a": ["(b)"]})j", "a[0]"},
      {"a loop", R"j({"~.a": 1})j", "~.a"},
      {"a loop with a name", R"j({"~index.a": 1})j", "~index.a"},
      {"a binding", R"j({"a->b": 1})j", "a->b"},
      {"a tilde alone", R"j({"a": "~/b"})j", ""},
      {"parentheses inside", R"j({"a": "b (c)", "d": "()"})j", ""},
      {"an arrow to more than a name", R"j({"a": "b -> c d"})j", ""},
      {"escaped", R"j({"a": "\\(b)\\"})j", ""},
  };
  for (const auto& row : kRows) {
    std::vector<std::string> paths;
    FindExpressions(Json(row.expected), {},
                    [&paths](const NodePath& path, absl::string_view) {
                      paths.push_back(PathText(path));
                    });
    EXPECT_EQ(absl::StrJoin(paths, ", "), row.found) << row.reason;
  }
}

}  // namespace
}  // namespace loom
