// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "test/testing/brief.h"
#include "tools/schemas/crd.h"

namespace loom {
namespace {

TEST(ValueChecks, OfOneValue) {
  struct Case {
    const char* reason;
    const char* schema;
    const char* value;
    const char* want;
  };
  const Case kCases[] = {
      {"one of an enum", R"({"enum":["a","b"]})", R"("b")", ""},
      {"none of an enum", R"({"enum":["fast","slow"]})", R"("fasst")",
       "Unsupported value: \"fasst\": expected one of \"fast\", \"slow\" "
       "(fast?)"},
      {"numbers of an enum count by their amount", R"({"enum":[1]})", "1.0",
       ""},
      {"a text that matches somewhere, as in Go", R"({"pattern":"b"})",
       R"("abc")", ""},
      {"a text that does not match", R"({"pattern":"^[a-z]+$"})", R"("A")",
       "Invalid value: \"A\": expected a string that matches ^[a-z]+$"},
      {"a pattern that nobody can read says nothing", R"({"pattern":"["})",
       R"("A")", ""},
      {"characters, not bytes", R"({"maxLength":2})", R"("éé")", ""},
      {"too long", R"({"maxLength":1})", R"("ab")",
       "Invalid value: expected at most 1 characters, got 2"},
      {"too short", R"({"minLength":1})", R"("")",
       "Invalid value: expected at least 1 characters, got 0"},
      {"too few elements", R"({"minItems":2})", "[1]",
       "Invalid value: expected at least 2 elements, got 1"},
      {"too many members", R"({"maxProperties":1})", R"({"a":1,"b":1})",
       "Invalid value: expected at most 1 members, got 2"},
      {"at the limits", R"({"minimum":1,"maximum":1})", "1", ""},
      {"below", R"({"minimum":1})", "0",
       "Invalid value: expected at least 1, got 0"},
      {"above", R"({"maximum":1.5})", "2",
       "Invalid value: expected at most 1.5, got 2"},
      {"limits that are excluded", R"({"minimum":1,"exclusiveMinimum":true})",
       "1", "Invalid value: expected more than 1, got 1"},
      {"the upper one", R"({"maximum":1,"exclusiveMaximum":true})", "1",
       "Invalid value: expected less than 1, got 1"},
      {"no multiple", R"({"multipleOf":5})", "7",
       "Invalid value: expected a multiple of 5, got 7"},
      {"several at once", R"({"enum":["a"],"maxLength":1})", R"("bb")",
       "Unsupported value: \"bb\": expected one of \"a\"; Invalid value: "
       "expected at "
       "most 1 characters, got 2"},
  };
  for (const Case& c : kCases) {
    Pool pool;
    Value schema = *ParseJson(c.schema, &pool);
    Value value = *ParseJson(c.value, &pool);
    EXPECT_EQ(Brief(absl::StrJoin(CheckValue(schema, value, &pool), "; ",
                                  [](std::string* out, const Violation& each) {
                                    absl::StrAppend(out, each.said());
                                  })),
              c.want)
        << c.reason;
  }
}

}  // namespace
}  // namespace loom
