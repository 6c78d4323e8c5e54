// SPDX-License-Identifier: Apache-2.0
#include "sections/readiness/readiness_section.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/testing/section_call.h"
#include "test/unit/sections/readiness/readiness_flags.h"

namespace loom {
namespace {

constexpr char kTemplate[] = R"("resources": [{"name": "a", "base":
    {"apiVersion": "sql.example.org/v1", "kind": "Database"}}])";
constexpr char kTemplateWithChecks[] = R"("resources": [{"name": "a", "base":
    {"apiVersion": "sql.example.org/v1", "kind": "Database"},
    "readinessChecks": [{"type": "NonEmpty", "fieldPath": "status.id"}]}])";
constexpr char kPatching[] = R"("resources": [{"name": "a", "patches":
    [{"fromFieldPath": "spec.ns", "toFieldPath": "spec.ns"}]}])";
constexpr char kStrict[] =
    R"("rules": [{"resource": "a", "readyWhen": "false"}])";

TEST(ReadinessSection, SaysWhatIsReady) {
  const struct {
    const char* reason;
    std::string readiness;
    std::string more;
    std::map<std::string, std::string> desired;
    std::map<std::string, std::string> observed;
    const char* want;
  } tests[] = {
      {"Resources of earlier steps, by what the cluster has.",
       "",
       "",
       {{"a", Managed()}, {"b", Managed()}},
       {{"a", Managed("True")}, {"b", Managed("False")}},
       "a=TRUE b=-"},
      {"What is not desired is not added.",
       "",
       "",
       {{"a", Managed()}},
       {{"b", Managed("True")}},
       "a=-"},
      {"What is not ready can be said, too.",
       R"("unready": "False")",
       "",
       {{"a", Managed()}, {"b", Managed()}},
       {{"b", Managed("False")}},
       "a=FALSE b=FALSE"},
      {"What an earlier step said stays.",
       R"("unready": "False")",
       "",
       {{"a", WithReady(Managed(), "READY_TRUE")},
        {"b", WithReady(Managed(), "READY_FALSE")}},
       {{"a", Managed("False")}, {"b", Managed("True")}},
       "a=TRUE b=FALSE"},
      {"Not ready, as an earlier step said, is not taken back.",
       "",
       "",
       {{"a", WithReady(Managed(), "READY_FALSE")}},
       {{"a", Managed("True")}},
       "a=FALSE"},
      {"Only some resources.",
       R"("resources": ["a", "app-.*"])",
       "",
       {{"a", Managed()}, {"app-1", Managed()}, {"b", Managed()}},
       {{"a", Managed("True")},
        {"app-1", Managed("True")},
        {"b", Managed("True")}},
       "a=TRUE app-1=TRUE b=-"},
      {"What is ignored is ready before it is observed.",
       R"("rules": [{"resource": "a", "ready": "Ignore"}])",
       "",
       {{"a", Managed()}},
       {},
       "a=TRUE"},
      {"The default check of a template is its condition.",
       "",
       kTemplate,
       {},
       {{"a", Managed("True")}},
       "a=TRUE"},
      {"A rule comes before it, and takes back what it said.",
       kStrict,
       kTemplate,
       {},
       {{"a", Managed("True")}},
       "a=-"},
      {"And says no if it is to.",
       absl::StrCat(kStrict, R"(, "unready": "False")"),
       kTemplate,
       {},
       {{"a", Managed("True")}},
       "a=FALSE"},
      {"Checks of a template come before a rule.",
       R"("rules": [{"resource": "a", "ready": "Exists"}])",
       kTemplateWithChecks,
       {},
       {{"a", Managed("True")}},
       "a=-"},
      {"And say no if it is to.",
       R"("rules": [{"resource": "a", "ready": "Exists"}], "unready": "False")",
       kTemplateWithChecks,
       {},
       {{"a", Managed("True")}},
       "a=FALSE"},
      {"What an earlier step said of a resource that is patched stays.",
       kStrict,
       kPatching,
       {{"a", WithReady(Managed(), "READY_TRUE")}},
       {{"a", Managed("True")}},
       "a=TRUE"},
      {"A rule comes before the default check of what is patched.",
       kStrict,
       kPatching,
       {{"a", Managed()}},
       {{"a", Managed("True")}},
       "a=-"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat("\"readiness\": {", test.readiness, "}",
                               test.more.empty() ? "" : ", ", test.more),
         .desired = test.desired,
         .observed = test.observed});
    EXPECT_EQ(ReadinessFlags(call.message()), test.want);
    EXPECT_EQ(call.Results(), "");
    EXPECT_FALSE(call.message().desired().composite().ready() ==
                 apiextensions::fn::proto::v1::READY_FALSE);
  }
}

TEST(ReadinessSection, ExpectsResources) {
  const struct {
    const char* reason;
    const char* expect;
    bool not_ready;
    const char* reported;
  } tests[] = {
      {"All are desired.", R"(["a", "b"])", false, "TRUE AllReady"},
      {"One of several.", R"(["c|b"])", false, "TRUE AllReady"},
      {"One is not.", R"(["a", "c"])", true,
       "FALSE NotReady c (expected but not desired)"},
      {"None of several.", R"(["c|d"])", true,
       "FALSE NotReady c|d (expected but not desired)"},
      {"The whole name has to match.", R"([".b"])", true,
       "FALSE NotReady .b (expected but not desired)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat(R"("readiness": {"explain": true, "expect": )",
                               test.expect, "}"),
         .desired = {{"a", Managed()}, {"b", Managed()}},
         .observed = {{"a", Managed("True")}, {"b", Managed("True")}}});
    EXPECT_EQ(call.message().desired().composite().ready() ==
                  apiextensions::fn::proto::v1::READY_FALSE,
              test.not_ready);
    EXPECT_EQ(call.Condition("ResourcesReady"), test.reported);
  }
}

// The name of a template with forEach means all that it makes.
TEST(ReadinessSection, KnowsTheItemsOfATemplate) {
  const std::string loop = R"(, "resources": [{"name": "db", "forEach":
      {"items": "['eu', 'us']"}, "base": {"apiVersion": "sql.example.org/v1",
      "kind": "Database"}}])";
  const struct {
    const char* reason;
    const char* readiness;
    const char* want;
    bool not_ready;
  } tests[] = {
      {"A rule for the template comes before one for all.",
       R"("rules": [{"resource": "db", "ready": "Exists"},
                    {"resource": ".*", "readyWhen": "false"}])",
       "db-eu=TRUE db-us=-", false},
      {"A rule for an item.",
       R"("rules": [{"resource": "db-us", "ready": "Ignore"}])",
       "db-eu=- db-us=TRUE", false},
      {"Only what another template makes.",
       R"("resources": ["web"], "rules": [{"resource": "db",
                                           "ready": "Ignore"}])",
       "db-eu=- db-us=-", false},
      {"All that the template makes.",
       R"("resources": ["db"], "rules": [{"resource": "db",
                                          "ready": "Ignore"}])",
       "db-eu=TRUE db-us=TRUE", false},
      {"The template is expected.", R"("expect": ["db", "db-us"])",
       "db-eu=- db-us=-", false},
      {"An item is expected that it does not make.", R"("expect": ["db-af"])",
       "db-eu=- db-us=-", true},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat("\"readiness\": {", test.readiness, "}", loop),
         .observed = {{"db-eu", Managed("False")}}});
    EXPECT_EQ(ReadinessFlags(call.message()), test.want);
    EXPECT_EQ(call.message().desired().composite().ready() ==
                  apiextensions::fn::proto::v1::READY_FALSE,
              test.not_ready);
  }
}

TEST(ReadinessSection, TellsWhatWaitsForAValue) {
  const auto made = [](absl::string_view more) {
    return absl::StrCat(R"(, "resources": [{"name": "db", "base": {"apiVersion":
        "sql.example.org/v1", "kind": "Database"}, )",
                        more, "}]");
  };
  const std::string patches = R"("patches": [{"type": "FromExpression",
      "expression": "composite.spec.none", "toFieldPath": "spec.x"}])";
  const std::string required = R"("patches": [{"fromFieldPath": "spec.none",
      "toFieldPath": "spec.x", "policy": {"fromFieldPath": "Required"}}])";
  const struct {
    const char* reason;
    std::string readiness;
    std::string more;
    const char* reported;
  } tests[] = {
      {"A condition.", "", made(R"("condition": "composite.spec.none")"),
       "FALSE NotReady db (withheld)"},
      {"A condition that does not hold withholds nothing.", "",
       made(R"("condition": "false")"), "TRUE AllReady"},
      {"A patch.", "", made(patches), "FALSE NotReady db (withheld)"},
      {"A field that has to be there.", "", made(required),
       "FALSE NotReady db (withheld)"},
      {"An item of a list.", "",
       made(absl::StrCat(R"("forEach": {"items": "['a']"}, )", patches)),
       "FALSE NotReady db-a (withheld)"},
      {"A list.", "", made(R"("forEach": {"items": "composite.spec.none"})"),
       "FALSE NotReady db (withheld)"},
      {"It is reported once.", R"(, "expect": ["db"])", made(patches),
       "FALSE NotReady db (withheld)"},
      {"What is expected is reported if the section is about others.",
       R"(, "resources": ["web"], "expect": ["db"])", made(patches),
       "FALSE NotReady db (expected but not desired)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const SectionCall call(
        {.input = absl::StrCat(R"("readiness": {"explain": true)",
                               test.readiness, "}", test.more)});
    EXPECT_EQ(call.Condition("ResourcesReady"), test.reported);
  }
}

TEST(ReadinessSection, TellsWhatIsWithheldOnce) {
  const SectionCall call(
      {.input = R"("readiness": {"explain": true, "expect": ["b"]},
          "dependencies": [{"resource": "b", "dependsOn":
                            [{"resource": "a"}]}])",
       .desired = {{"a", Managed()}, {"b", Managed()}},
       .observed = {{"a", Managed()}}});
  EXPECT_EQ(call.Condition("ResourcesReady"),
            "FALSE NotReady a (no Ready condition), b (withheld)");
  EXPECT_EQ(call.message().desired().composite().ready(),
            apiextensions::fn::proto::v1::READY_FALSE);
}

}  // namespace
}  // namespace loom
