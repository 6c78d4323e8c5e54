// SPDX-License-Identifier: Apache-2.0
// What function-auto-ready answered is in test/suites/oracle/cases/auto-ready/cel.yaml.
#include <gtest/gtest.h>

#include "absl/strings/substitute.h"
#include "function/function.h"
#include "sections/drop_in/auto_ready/auto_ready.h"
#include "test/testing/call.h"

namespace loom {
namespace {

ParsedResponse AnswerHealthRules(absl::string_view members, bool gate,
                                 absl::string_view context = "{}") {
  Function function({.health_rules = gate});
  auto bytes = function.Run(RequestBytes(absl::Substitute(
      R"({"input": {"apiVersion": "autoready.fn.crossplane.io/v1beta1", $0},
          "context": $1, "desired": {"resources": {"a": {}}},
          "observed": {"resources": {"a": {"resource": {
              "apiVersion": "apps/v1", "kind": "Thing",
              "status": {"n": 1, "conditions": [
                  {"type": "Ready", "status": "True"}]}}}}}})",
      members, context)));
  return ParsedResponse(bytes->view());
}

std::string Rule(absl::string_view rule) {
  return absl::Substitute(
      R"("celHealthCheckCustomization": {"apps_v1_Thing": "$0"})", rule);
}

TEST(HealthRules, DecideFirst) {
  const struct {
    const char* reason;
    const char* rule;
    const char* ready;
    const char* message;
  } tests[] = {
      {"yes", "object.status.n == 1.0", R"("READY_TRUE")", "absent"},
      {"no is final", "object.status.n == 2.0", R"("READY_FALSE")", "absent"},
      {"an error leaves it to the checks", "object.x == 1.0", R"("READY_TRUE")",
       R"x("rule of apps_v1_Thing for resource \"a\": failed to eval the program: 1:7: no such key: \"x\"")x"},
      {"no bool before it is evaluated", "object.status", R"("READY_TRUE")",
       R"x("rule of apps_v1_Thing for resource \"a\": celQuery does not return a bool type")x"},
      {"a key selects what fits the other branch, as in cel-go",
       "true ? true : object['status']", R"("READY_TRUE")", "absent"},
      {"a field does not", "true ? true : object.status", R"("READY_TRUE")",
       R"x("rule of apps_v1_Thing for resource \"a\": celQuery does not return a bool type")x"},
      {"no expression", "object ==", R"("READY_TRUE")",
       R"x("rule of apps_v1_Thing for resource \"a\": failed to compile query: 1:10: expected an expression, got the end")x"},
  };
  for (const auto& test : tests) {
    ParsedResponse answer = AnswerHealthRules(Rule(test.rule), true);
    EXPECT_EQ(answer.At("desired.resources[a].ready"), test.ready)
        << test.reason;
    EXPECT_EQ(answer.At("results[0].message"), test.message) << test.reason;
  }
}

TEST(HealthRules, OfNullAreEmpty) {
  EXPECT_EQ(
      AnswerHealthRules(
          R"("celHealthCheckCustomization": {"apps_v1_Thing": null})", true)
          .At("results[0].message"),
      AnswerHealthRules(Rule(""), true).At("results[0].message"));
}

TEST(HealthRules, CountOnlyBehindTheirGate) {
  EXPECT_EQ(
      AnswerHealthRules(Rule("false"), false).At("desired.resources[a].ready"),
      R"("READY_TRUE")");
}

TEST(HealthRules, ComeFromTheContext) {
  const struct {
    const char* reason;
    const char* path;
    const char* ready;
  } tests[] = {
      {"by points", "lib.rules", R"("READY_FALSE")"},
      {"by brackets", "[lib][rules]", R"("READY_FALSE")"},
      {"a key with points", "[a.b]", R"("READY_FALSE")"},
      {"nothing there", "lib.none", R"("READY_TRUE")"},
      {"no object", "lib.text", R"("READY_TRUE")"},
      {"no path", "", R"("READY_TRUE")"},
  };
  for (const auto& test : tests) {
    ParsedResponse answer = AnswerHealthRules(
        absl::Substitute(R"("celHealthCheckCustomizationFrom": "$0")",
                         test.path),
        true,
        R"({"lib": {"rules": {"apps_v1_Thing": "false", "x": 1}, "text": "t"},
            "a.b": {"apps_v1_Thing": "false"}})");
    EXPECT_EQ(answer.At("desired.resources[a].ready"), test.ready)
        << test.reason;
  }
}

}  // namespace
}  // namespace loom
