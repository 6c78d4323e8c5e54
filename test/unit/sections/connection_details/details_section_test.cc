// SPDX-License-Identifier: Apache-2.0
// Whole calls: what a legacy composite publishes, and what the condition says.
#include "sections/connection_details/details_section.h"

#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

constexpr char kType[] = "ConnectionDetailsReady";
constexpr char kPublished[] = "desired.composite.connectionDetails";

std::string DbDetailsSection(absl::string_view details) {
  return absl::StrCat(R"({"resource": {"apiVersion": "example.org/v1",
      "kind": "Db"}, "connectionDetails": )",
                      details, "}");
}

std::string Section(absl::string_view entries) {
  return absl::StrCat(R"("connectionDetails": )", entries);
}

constexpr char kUserDetailsSection[] =
    R"([{"name": "u", "fromConnectionSecretKey":
    {"resource": "db", "key": "user"}}])";

TEST(DetailsSection, PublishesWhatItFinds) {
  const struct {
    const char* reason;
    SectionRequest request;
    const char* published;
    const char* condition;
  } tests[] = {
      {"A key.",
       {.input = Section(kUserDetailsSection),
        .observed = {{"db", DbDetailsSection(R"({"user": "YQ=="})")}}},
       R"({"u":"YQ=="})",
       "TRUE Complete"},
      {"Nothing.",
       {.input = Section(kUserDetailsSection)},
       "absent",
       "FALSE KeysMissing u: db connection key user is missing"},
      {"What was published stays while the source is away.",
       {.input = Section(kUserDetailsSection),
        .more_observed = R"(, "connectionDetails": {"u": "b2xk"})"},
       R"({"u":"b2xk"})",
       "FALSE KeysMissing u: db connection key user is missing"},
      {"A new value goes over it.",
       {.input = Section(kUserDetailsSection),
        .observed = {{"db", DbDetailsSection(R"({"user": "YQ=="})")}},
        .more_observed = R"(, "connectionDetails": {"u": "b2xk"})"},
       R"({"u":"YQ=="})",
       "TRUE Complete"},
      {"What an earlier step publishes under that name counts more than what "
       "was published.",
       {.input = Section(kUserDetailsSection),
        .more_observed = R"(, "connectionDetails": {"u": "b2xk"})",
        .desired_composite = R"({"connectionDetails": {"u": "bmV3"}})"},
       R"({"u":"bmV3"})",
       "FALSE KeysMissing u: db connection key user is missing"},
      {"A key whose entry was removed goes.",
       {.input = Section(kUserDetailsSection),
        .observed = {{"db", DbDetailsSection(R"({"user": "YQ=="})")}},
        .more_observed = R"(, "connectionDetails": {"x": "b2xk"})"},
       R"({"u":"YQ=="})",
       "TRUE Complete"},
      {"Beside allFrom every key stays.",
       {.input = Section(R"([{"allFrom": {"resource": "db"}}])"),
        .more_observed = R"(, "connectionDetails": {"x": "b2xk"})"},
       R"({"x":"b2xk"})",
       "FALSE KeysMissing allFrom: db connection details are missing"},
      {"Also when only some are left.",
       {.input = Section(R"([{"allFrom": {"resource": "db"}}])"),
        .observed = {{"db", DbDetailsSection(R"({"user": "YQ=="})")}},
        .more_observed = R"(, "connectionDetails": {"x": "b2xk"})"},
       R"({"user":"YQ==","x":"b2xk"})",
       "TRUE Complete"},
      {"A later entry goes over an earlier one.",
       {.input = Section(R"([{"name": "user", "value": "v"},
                             {"allFrom": {"resource": "db"}}])"),
        .observed = {{"db", DbDetailsSection(R"({"user": "YQ=="})")}}},
       R"({"user":"YQ=="})",
       "TRUE Complete"},
      {"Where a modern composite is reported to have them itself.",
       {.input = Section(R"([{"name": "u", "value": "a"}],
                            "output": {"mode": "Composite"})"),
        .composite = kModernComposite},
       R"({"u":"YQ=="})",
       "TRUE Complete"},
      {"Those of templates of the same input stay.",
       {.input = absl::StrCat(Section(R"([{"name": "u", "value": "a"}])"),
                              R"(, "resources": [{"name": "db", "base":
            {"apiVersion": "example.org/v1", "kind": "Db"},
            "connectionDetails": [{"name": "t", "type": "FromValue",
                                   "value": "a"}]}])"),
        .observed = {{"db", DbDetailsSection("{}")}}},
       R"({"t":"YQ==","u":"YQ=="})",
       "TRUE Complete"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    SectionCall call(test.request);
    EXPECT_EQ(call.At(kPublished), test.published);
    EXPECT_EQ(call.Condition(kType), test.condition);
    EXPECT_EQ(call.Results(), "");
    EXPECT_EQ(call.At("meta.ttl"), "\"60s\"");
    EXPECT_EQ(call.At("desired.composite.ready"), "absent");
  }
}

TEST(DetailsSection, TellsNoValue) {
  // A secret that would be recognised, wherever it may be reported.
  const std::string canary = "Y2FuYXJ5";
  SectionCall call(
      {.input = Section(R"([{"name": "a", "fromConnectionSecretKey":
            {"resource": "db", "key": "user"}, "transforms": [{"type": "math",
            "math": {"type": "Multiply", "multiply": 2}}]},
            {"name": "b", "combine": {"variables": [
            {"fromConnectionSecretKey": {"resource": "db", "key": "user"}}],
            "fmt": "%d"}}])"),
       .observed = {{"db", DbDetailsSection(absl::StrCat(R"({"user": ")",
                                                         canary, "\"}"))}}});
  const std::string reported =
      absl::StrCat(call.Condition(kType), call.Results(), call.At("context"));
  EXPECT_TRUE(absl::StrContains(reported, "KeysMissing")) << reported;
  EXPECT_FALSE(absl::StrContains(reported, "canary")) << reported;
  EXPECT_FALSE(absl::StrContains(reported, canary)) << reported;
}

TEST(DetailsSection, RefusesTwoOfOneName) {
  SectionCall call({.input = Section(R"([{"name": "a", "value": "x"},
      {"name": "b"}, {"name": "a", "value": "y"}])")});
  EXPECT_EQ(call.Refusal(),
            "connectionDetails[1]: one of fromConnectionSecretKey, "
            "fromFieldPath, combine, value, fromExpression, allFrom is "
            "required; "
            R"(connectionDetails[2].name: Invalid value: duplicate name "a")");
}

}  // namespace
}  // namespace loom
