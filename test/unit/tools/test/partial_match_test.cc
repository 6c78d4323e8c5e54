// SPDX-License-Identifier: Apache-2.0
#include "tools/test/partial_match.h"

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

TEST(PartialMatch, ComparesAsChainsawDoes){const struct {const char * reason;
const char* expected;
const char* value;
const char* differing;
} kRows[] = {
      {"other fields do not matter", R"({"a": {"b": 1}})",
       R"({"a": {"b": 1, "c": 2}, "d": 3})", ""},
      {"a field differs", R"({"a": {"b": 1}})", R"({"a": {"b": 2}})", "a.b"},
      {"a field is absent", R"({"a": {"b": 1}})", R"({"a": {}})", "a.b absent"},
      {"a list has the same length", R"({"a": [1]})", R"({"a": [1, 2]})", "a"},
      {"a list is compared in order", R"({"a": [1, 2]})", R"({"a": [2, 1]})",
       "a[0], a[1]"},
      {"items of a list are partial", R"({"a": [{"b": 1}]})",
       R"({"a": [{"b": 1, "c": 2}]})", ""},
      {"an empty map is anything", R"({"a": {}})", R"({"a": 1})", ""},
      {"an empty map is not null", R"({"a": {}})", R"({"a": null})", "a"},
      {"null is null", R"({"a": null})", R"({"a": null})", ""},
      {"null is not absent", R"({"a": null})", R"({})", "a absent"},
      {"a map is not a string", R"({"a": {"b": 1}})", R"({"a": "b"})", "a"},
      {"a list is not a map", R"({"a": []})", R"({"a": {}})", "a"},
      {"a number is not a string", R"({"a": 1})", R"({"a": "1"})", "a"},
      {"numbers are equal by value", R"({"a": 1})", R"({"a": 1.0})", ""},
      {"an escaped string", R"({"a": "\\(b)\\"})", R"({"a": "(b)"})", ""},
      {"an escaped key", R"({"\\(a)\\": 1})", R"({"(a)": 1})", ""},
      {"an expression", R"({"(length(a))": 2})", R"({"a": [1, 2]})", ""},
      {"an expression differs", R"({"b": {"(length(a))": 2}})",
       R"({"b": {"a": [1]}})", "b.(length(a))"
},
      {"an expression of what is absent", R"({"(a.b == null)": true})", "{}
",
    ""
},
      {"an expression without a value", R"({"(length(a))": 2})", "{}
",
    "(length(a)) absent"
}
,
}
;
for (const auto& row : kRows) {
  EXPECT_EQ(Differing(row.expected, row.value), row.differing) << row.reason;
}
}

TEST(PartialMatch, FindsExpressions){const struct {const char * reason;
const char* expected;
const char* found;
} kRows[] = {
      {"a key in parentheses is supported", R"({"a": {"(length(@))": 2}})", ""},
      {
  "a projection", R"({"a": {"(b[*].c)" : 2
}
})", "[a.(b[*].c)]"},
      {"a string in parentheses", R"({"a": ["(b)"]})", "a[0]"},
      {"a loop", R"({"~.a": 1})", "[~.a]"},
      {"a loop with a name", R"({"~index.a": 1})", "[~index.a]"},
      {"a binding", R"({"a->b": 1})", "a->b"},
      {"a tilde alone", R"({"a": "~/b"})", ""},
      {"parentheses inside", R"({"a": "b (c)", "d": "()"})", ""},
      {"an arrow to more than a name", R"({"a": "b -> c d"})", ""},
      {"escaped", R"({"a": "\\(b)\\"})", ""},
}
;
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
