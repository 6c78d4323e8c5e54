// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/field_rules.h"

#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

struct ParsedFieldRules {
  explicit ParsedFieldRules(absl::string_view json)
      : value(ParseJson(json, &pool).value()),
        rule(FieldRule::Parse(Input(value, Dialect::kNative, &problems))) {}
  Pool pool;
  Problems problems;
  Value value;
  FieldRule rule;
};

TEST(FieldRules, WriteWhereTheySay) {
  const struct {
    const char* reason;
    const char* rule;
    const char* desired;
    const char* want;
  } tests[] = {
      {"A name only.",
       R"({"group": "argoproj.io", "namePath": "spec.destination.name"})",
       R"({"spec":{"destination":{"namespace":"w"}}})",
       R"({"spec":{"destination":{"name":"edge","namespace":"w"}}})"},
      {"A kind beside it.",
       R"({"kind": "*", "namePath": "spec.c.name", "kindPath": "spec.c.kind"})",
       "{}", R"({"spec":{"c":{"kind":"K","name":"edge"}}})"},
      {"A resource that does not fit.",
       R"({"kind": "*", "namePath": "spec.c.name"})", R"({"spec":1})",
       "spec is not an object"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ParsedFieldRules parsed(test.rule);
    ASSERT_EQ(parsed.problems.Joined(), "");
    Value desired = ParseJson(test.desired, &parsed.pool).value();
    EXPECT_FALSE(parsed.rule.IsNamedIn(desired, &parsed.pool));
    absl::Status status = parsed.rule.Write(desired, "edge", "K", &parsed.pool);
    EXPECT_EQ(
        status.ok() ? *CompactJson(desired) : std::string(status.message()),
        test.want);
    EXPECT_EQ(parsed.rule.IsNamedIn(desired, &parsed.pool), status.ok());
  }
}

TEST(FieldRules, TellMistakes) {
  EXPECT_EQ(ParsedFieldRules("{}").problems.Joined(),
            "Required value: group or kind is required; "
            "namePath: Required value: namePath is required");
  EXPECT_EQ(
      ParsedFieldRules(R"({"kind": "A", "namePath": "a[", "kindPath": "b"})")
          .problems.Joined(),
      "namePath: Invalid value: cannot parse path \"a[\": unterminated "
      "'[' at position 1");
}

}  // namespace
}  // namespace loom
