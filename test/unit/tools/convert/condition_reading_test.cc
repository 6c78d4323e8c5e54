// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tools/convert/ready_rules.h"

namespace loom {
namespace {

constexpr char kNumbers[] =
    ": in the native input, numbers without a fraction are integers; write "
    "double(…) around each of them, which works in both inputs";

std::string RefusalOf(absl::string_view text) {
  return ReadCondition(text, ExpressionNames(ExpressionName::kObserved) |
                                 ExpressionName::kDesired |
                                 ExpressionName::kContext)
      .refusal;
}

TEST(ConditionReading, LetsPassWhatMeansTheSame) {
  const char* tests[] = {
      "observed.composite.resource.spec.n == 2.0",
      "observed.composite.resource.spec.n > 2",
      "observed.composite.resource.spec.n in [1.0, 2.0]",
      "double(observed.composite.resource.spec.n) * 2.0 > 3.0",
      "int(observed.composite.resource.spec.n) % 2 == 0",
      "observed.composite.resource.n - observed.composite.resource.m == 1.0",
      "observed.composite.resource.spec.a + '-x' == 'a-x'",
      "'app' in desired.resources",
      "desired.resources.exists(item, item.startsWith('app-'))",
      "size(observed.resources) + 1 > 2",
      "-1.5 + 2.0 > 0.0",
      ("timestamp('2024-01-01T00:00:00Z') - duration('1h') < "
       "timestamp('2024-01-02T00:00:00Z')"),
      "(true ? 1.0 : 2.0) * 2.0 > 1.0",
      "has(context.stage)",
  };
  for (const char* test : tests) EXPECT_EQ(RefusalOf(test), "") << test;
}

TEST(ConditionReading, RefusesWhatDoesNot) {
  const struct {
    const char* reason;
    const char* text;
    std::string want;
  } tests[] = {
      {"a double beside a field", "context.n * 2.0 > 3.0",
       absl::StrCat("1:11", kNumbers)},
      {"a field beside a double", "1.5 + context.n > 3.0",
       absl::StrCat("1:5", kNumbers)},
      {"beside one that double() made", "double(context.m) / context.n > 1.0",
       absl::StrCat("1:19", kNumbers)},
      {"a division of two fields", "context.n / context.m > 1.0",
       absl::StrCat("1:11", kNumbers)},
      {"in a macro", "context.list.all(x, x * 2.0 > 1.0)",
       absl::StrCat("1:23", kNumbers)},
      {"an element", "context.list[0] - 1.0 > 0.0",
       absl::StrCat("1:17", kNumbers)},
      {"one of two", "(true ? context.n : 1.0) - 1.0 > 0.0",
       absl::StrCat("1:26", kNumbers)},
      {"its type", "type(context.n) == double",
       "1:1: in the native input, numbers without a fraction are integers; "
       "type() returns int for them"},
      {"no expression", "context.n >",
       "1:12: expected an expression, got the end"},
      {"a name that is not known there", "composite.spec.n > 1",
       "1:1: unknown name \"composite\""},
      {"what only the native input has", "context.?n.orValue(1) > 1",
       "1:8: .? is supported only in the native input"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(RefusalOf(test.text), test.want);
  }
}

TEST(ConditionReading, SaysWhatElseItReads) {
  const struct {
    const char* reason;
    const char* text;
    bool no_bool;
    bool writes;
    bool ready;
  } tests[] = {
      {"a field need not be a bool", "context.on", true, false, false},
      {"a comparison is one", "context.on == true", false, false, false},
      {"a field as a text", "string(context.n) == '5'", false, true, false},
      {"a length as a text", "string(size(context)) == '5'", false, false,
       false},
      {"a flag of a resource", "desired.resources['a'].ready == 1", false,
       false, true},
      {"that of the composite", "desired.composite.ready == 1", false, false,
       true},
      {"a field of that name",
       "observed.resources['a'].resource.status.ready == true", false, false,
       false},
      {"one of a desired resource",
       "desired.resources['a'].resource.spec.ready == true", false, false,
       false},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const ConditionReading reading = ReadCondition(
        test.text, ExpressionNames(ExpressionName::kObserved) |
                       ExpressionName::kDesired | ExpressionName::kContext);
    EXPECT_EQ(reading.refusal, "");
    EXPECT_EQ(reading.may_be_no_bool, test.no_bool);
    EXPECT_EQ(reading.writes_values, test.writes);
    EXPECT_EQ(reading.reads_ready, test.ready);
  }
}

TEST(ConditionReading, KnowsTheNamesOfEachFunction) {
  EXPECT_EQ(ReadCondition("object.status.ok == true", ExpressionName::kObject)
                .refusal,
            "");
}

}  // namespace
}  // namespace loom
