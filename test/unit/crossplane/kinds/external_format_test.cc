// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/external_format.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"

namespace loom {
namespace {

constexpr char kNetwork[] = "projects/{project}/global/networks/{network}";
constexpr char kHost[] = "compute.googleapis.com";

std::string Matched(const ExternalFormat& format, absl::string_view text) {
  auto segments = format.Match(text);
  if (!segments.has_value()) return "none";
  return absl::StrJoin(*segments, " ", absl::PairFormatter("="));
}

// The texts of seeds/kcc parse-* and strip-* are among them.
TEST(ExternalFormat, MatchesATextOfItsShape) {
  const std::string all = "network=blue project=p-1";
  const struct {
    const char* reason;
    const char* text;
    std::string want;
  } tests[] = {
      {"Canonical.", "projects/p-1/global/networks/blue", all},
      {"Host and slashes.",
       "//compute.googleapis.com/projects/p-1/global/networks/blue", all},
      {"Scheme and host.",
       "https://compute.googleapis.com/projects/p-1/global/networks/blue", all},
      {"Without TLS.",
       "http://compute.googleapis.com/projects/p-1/global/networks/blue", all},
      {"Slashes at both ends.", "/projects/p-1/global/networks/blue/", all},
      {"Another host.",
       "//storage.googleapis.com/projects/p-1/global/networks/blue", "none"},
      {"A host that only begins like it.",
       "//compute.googleapis.computer/projects/p-1/global/networks/blue",
       "none"},
      {"A version of the API.",
       "https://compute.googleapis.com/v1/projects/p-1/global/networks/blue",
       "none"},
      {"A segment too many.", "projects/p-1/global/networks/blue/x", "none"},
      {"One too few.", "projects/p-1/global/networks", "none"},
      {"An empty one.", "projects//global/networks/blue", "none"},
      {"Another word.", "projects/p-1/zonal/networks/blue", "none"},
      {"Case counts.", "Projects/p-1/global/networks/blue", "none"},
      {"Nothing.", "", "none"},
      {"Only the host.", "//compute.googleapis.com", "none"},
  };
  const ExternalFormat format = ExternalFormat::Of(kHost, kNetwork, "");
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Matched(format, test.text), test.want);
  }
}

TEST(ExternalFormat, MayHaveSeveralVariablesInASegment) {
  const ExternalFormat role =
      ExternalFormat::Of("", "arn:{partition}:iam::{account}:role/{role}", "");
  EXPECT_EQ(Matched(role, "arn:aws-cn:iam::111122223333:role/runner"),
            "account=111122223333 partition=aws-cn role=runner");
  EXPECT_EQ(Matched(role, "arn:aws:iam::111122223333:user/runner"), "none");
  EXPECT_EQ(Matched(role, "arn::iam::111122223333:role/runner"), "none");
  EXPECT_EQ(Matched(role, "arn:aws:iam::111122223333:role"), "none");
  const ExternalFormat bucket =
      ExternalFormat::Of("", "arn:{partition}:s3:::{bucket}", "");
  EXPECT_EQ(Matched(bucket, "arn:aws:s3:::logs:old"),
            "bucket=logs:old partition=aws");
}

TEST(ExternalFormat, TakesAShortForm) {
  const ExternalFormat project = ExternalFormat::Of(
      "cloudresourcemanager.googleapis.com", "projects/{project}", "project");
  EXPECT_EQ(Matched(project, "p-1"), "project=p-1");
  EXPECT_EQ(Matched(project, "projects/p-1"), "project=p-1");
  EXPECT_EQ(Matched(project, "folders/9"), "none");
  EXPECT_EQ(Matched(project, ""), "none");
}

TEST(ExternalFormat, BuildsItsCanonicalText) {
  const ExternalFormat format = ExternalFormat::Of(kHost, kNetwork, "");
  EXPECT_EQ(format.Build({{"project", "p-1"}, {"network", "blue"}}),
            "projects/p-1/global/networks/blue");
  EXPECT_EQ(format.Build({{"project", "p-1"}}),
            "projects/p-1/global/networks/{network}")
      << "what is not known stays as it is";
  EXPECT_EQ(absl::StrJoin(format.variables(), " "), "project network");
}

TEST(ExternalFormat, SaysWhereATextDiffers) {
  const struct {
    const char* text;
    const char* want;
  } tests[] = {
      {"projects/p-1/global/networks/blue", ""},
      {"projects/p-1/zonal/networks/blue",
       R"(segment 3 is "zonal", expected "global")"},
      {"projects//global/networks/blue",
       R"(segment 2 is "", expected "{project}")"},
      {"//storage.googleapis.com/projects/p-1/global/networks/blue",
       "the host is not compute.googleapis.com"},
      {"projects/p-1/global/networks", "4 segments, expected 5"},
      {"projects", "1 segment, expected 5"},
      {"blue", R"(segment 1 is "blue", expected "projects")"},
  };
  const ExternalFormat format = ExternalFormat::Of(kHost, kNetwork, "");
  for (const auto& test : tests) {
    EXPECT_EQ(format.Difference(test.text), test.want) << test.text;
  }
}

TEST(ExternalFormat, TellsTheMistakesOfATemplate) {
  const struct {
    const char* json;
    const char* want;
  } tests[] = {
      {R"({"host": "h", "template": "a/{b}/c/{d}"})", ""},
      {R"({"template": "projects/{p}", "shortForm": "p"})", ""},
      {"{}", "template: Required value: template is required"},
      {R"({"template": "a/{b"})",
       R"(template: Invalid value: "a/{b": a { has no matching })"},
      {R"({"template": "a/b}"})",
       R"(template: Invalid value: "a/b}": a } has no matching {)"},
      {R"({"template": "{a}/{a}"})",
       R"(template: Invalid value: "{a}/{a}": duplicate variable a)"},
      {R"({"template": "{a}{b}"})",
       R"(template: Invalid value: "{a}{b}": two variables have nothing )"
       "between them"},
      {R"({"template": "a/{}"})",
       R"(template: Invalid value: "a/{}": a variable has no name)"},
      {R"({"template": "a/b"})",
       R"(template: Invalid value: "a/b": has no variable)"},
      {R"({"template": "/a/{b}"})",
       R"(template: Invalid value: "/a/{b}": a segment is empty)"},
      {R"({"template": "a/{b}/c/{d}", "shortForm": "d"})",
       R"(shortForm: Invalid value: "d": must be the only variable of the )"
       "template"},
  };
  for (const auto& test : tests) {
    Pool pool;
    Problems problems;
    Value value = ParseJson(test.json, &pool).value();
    ExternalFormat::Parse(Input(value, Dialect::kNative, &problems));
    EXPECT_EQ(problems.Joined(), test.want) << test.json;
  }
}

TEST(ParseStatusPaths, TakesOnlyWhatProvesThatAnObjectExists) {
  Pool pool;
  Problems problems;
  Value value = ParseJson(
                    R"({"paths": ["status.externalRef", "spec.id", "status",
                        "status.a[", 5]})",
                    &pool)
                    .value();
  Fields fields(Input(value, Dialect::kNative, &problems));
  EXPECT_EQ(ParseStatusPaths(fields, "paths").size(), 1);
  EXPECT_EQ(problems.Joined(),
            "paths[1]: Invalid value: \"spec.id\": must be below status; "
            "paths[2]: Invalid value: \"status\": must be below status; "
            "paths[3]: Invalid value: cannot parse path \"status.a[\": "
            "unterminated '[' at position 8; "
            "paths[4]: Invalid value: expected a string");
}

}  // namespace
}  // namespace loom
