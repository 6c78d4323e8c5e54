// SPDX-License-Identifier: Apache-2.0
#include "tools/test/random/random_values.h"

#include <gtest/gtest.h>

#include <string>

#include "data/go/regexp.h"
#include "data/value/json.h"
#include "test/testing/json.h"
#include "tools/schemas/crd.h"

namespace loom {
namespace {

TEST(RandomValues, AreValid) {
  const struct {
    const char* reason;
    const char* schema;
    const char* smallest;
    const char* fullest;  // nullptr: it is random
  } kRows[] = {
      {"an optional field is left out, and a required one is not",
       R"({"type": "object", "required": ["a"], "properties":
          {"a": {"type": "boolean"}, "b": {"type": "boolean"}}})",
       R"({"a":false})", R"({"a":true,"b":true})"},
      {"the first value of an enum",
       R"({"type": "string", "enum": ["x", "y"]})", R"("x")", R"("x")"},
      {"a default", R"({"type": "integer", "default": 7, "minimum": 5})", "7",
       "7"},
      {"the limits of an integer",
       R"({"type": "integer", "minimum": 3, "maximum": 4})", "3", nullptr},
      {"limits that are excluded",
       R"({"type": "integer", "minimum": 3, "exclusiveMinimum": true,
           "maximum": 6, "exclusiveMaximum": true})",
       "4", nullptr},
      {"a multiple",
       R"({"type": "integer", "multipleOf": 5, "minimum": 2, "maximum": 11})",
       "5", nullptr},
      {"a number", R"({"type": "number", "minimum": 0.5, "maximum": 0.75})",
       "0.5", nullptr},
      {"the length of a string",
       R"({"type": "string", "minLength": 3, "maxLength": 5})", R"("aaa")",
       nullptr},
      {"a pattern",
       R"({"type": "string", "pattern": "^(eu|us)-[a-z]{4,8}-[1-9]$"})",
       nullptr, nullptr},
      {"a pattern and a length",
       R"({"type": "string", "pattern": "^[a-z][-a-z0-9]*$", "minLength": 8,
           "maxLength": 12})",
       nullptr, nullptr},
      {"an empty list, and one with two items",
       R"({"type": "array", "items": {"type": "integer", "enum": [1]}})", "[]",
       "[1,1]"},
      {"the size of a list",
       R"({"type": "array", "minItems": 1, "maxItems": 1,
           "items": {"type": "boolean"}})",
       "[false]", "[true]"},
      {"a set has no item twice",
       R"({"type": "array", "x-kubernetes-list-type": "set",
           "items": {"type": "string", "enum": ["a", "b", "c"]}})",
       "[]", nullptr},
      {"nor has a list of maps a key",
       R"({"type": "array", "x-kubernetes-list-type": "map", "minItems": 2,
           "x-kubernetes-list-map-keys": ["name"], "items":
             {"type": "object", "required": ["name"],
              "properties": {"name": {"type": "string"}}}})",
       nullptr, nullptr},
      {"a map",
       R"({"type": "object", "minProperties": 1,
           "additionalProperties": {"type": "integer", "maximum": 3}})",
       nullptr, nullptr},
      {"fields that the schema does not know",
       R"({"type": "object", "x-kubernetes-preserve-unknown-fields": true})",
       "{}", nullptr},
      {"a value without a type",
       R"({"x-kubernetes-preserve-unknown-fields": true})", "{}", nullptr},
      {"an integer or a string", R"({"x-kubernetes-int-or-string": true})",
       nullptr, nullptr},
      {"an object inside",
       R"({"type": "object", "x-kubernetes-embedded-resource": true,
           "x-kubernetes-preserve-unknown-fields": true})",
       nullptr, nullptr},
      {"null, where it is allowed",
       R"({"type": "object", "properties":
          {"a": {"type": "string", "nullable": true}}})",
       "{}", nullptr},
      {"the format of a date", R"({"type": "string", "format": "date-time"})",
       R"("2024-01-01T00:00:00Z")", R"("2024-01-01T00:00:00Z")"},
  };
  for (const auto& row : kRows) {
    const Value schema = Json(row.schema);
    Pool pool;
    Random random(7);
    RandomValues values(&random, &pool);
    for (int i = 0; i < 300; ++i) {
      const Value made = values.Make(schema);
      const auto violations = ViolationsOf(schema, made, &pool);
      EXPECT_TRUE(violations.empty())
          << row.reason << ": " << ToJson(made) << ": "
          << (violations.empty() ? "" : violations[0].said());
    }
    const std::string smallest =
        ToJson(values.Make(schema, Fullness::kSmallest));
    if (row.smallest != nullptr) {
      EXPECT_EQ(smallest, row.smallest) << row.reason;
    }
    const std::string fullest = ToJson(values.Make(schema, Fullness::kFullest));
    if (row.fullest != nullptr) {
      EXPECT_EQ(fullest, row.fullest) << row.reason;
    }
  }
}

TEST(RandomValues, AreTheSameForASeed) {
  const Value schema =
      Json(R"({"type": "array", "minItems": 9, "items": {"type": "string"}})");
  std::string first;
  for (int i = 0; i < 2; ++i) {
    Pool pool;
    Random random(3);
    const std::string made = ToJson(RandomValues(&random, &pool).Make(schema));
    if (i == 0) first = made;
    EXPECT_EQ(made, first);
  }
}

TEST(RandomMatch, Matches) {
  const struct {
    const char* reason;
    const char* pattern;
    bool is_known = true;
  } kRows[] = {
      {"letters", "^abc$"},
      {"a class and a number of times", "^[a-f0-9]{8}$"},
      {"a class that is negated", "^[^/]+$"},
      {"a minus at the end of a class", "^[a-z-]+$"},
      {"an escaped character", R"(^\d+\.\d+$)"},
      {"alternatives", "^(a|bc|)d$"},
      {"a group in a group", "^((a|b)+-)?c$"},
      {"a group without a capture", "^(?:x|y)$"},
      {"a named group", "^(?P<n>x+)$"},
      {"a lazy repetition", "^a+?b*?$"},
      {"at least twice", "^a{2,}$"},
      {"a class of POSIX", "^[[:alpha:]]$", false},
      {"a class of Unicode", R"(^\p{L}$)", false},
      {"flags", "(?i)abc", false},
  };
  for (const auto& row : kRows) {
    Random random(5);
    Pool pool;
    const auto pattern = Regexp::Compile(row.pattern);
    ASSERT_TRUE(pattern.ok()) << row.reason;
    for (int i = 0; i < 50; ++i) {
      const auto match = RandomMatch(row.pattern, 3, &random);
      ASSERT_EQ(match.has_value(), row.is_known) << row.reason;
      if (!row.is_known) break;
      EXPECT_TRUE(pattern->Matches(*match, &pool).value_or(false))
          << row.reason << ": " << *match;
    }
  }
}

}  // namespace
}  // namespace loom
