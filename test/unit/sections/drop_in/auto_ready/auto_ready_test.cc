// SPDX-License-Identifier: Apache-2.0
// What function-auto-ready answered is in test/suites/oracle/cases/auto-ready.
#include "sections/drop_in/auto_ready/auto_ready.h"

#include <gtest/gtest.h>

#include "absl/strings/substitute.h"
#include "function/function.h"
#include "test/testing/call.h"

namespace loom {
namespace {

constexpr char kReady[] = R"({"resource": {"status": {"conditions": [
    {"type": "Ready", "status": "True"}]}}})";

// The answer to a call with a desired and an observed resource.
ParsedResponse Answer(absl::string_view desired, absl::string_view observed,
                      absl::string_view input = "") {
  static const Function function({.drop_in_ttl = absl::Seconds(7)});
  auto bytes = function.Run(RequestBytes(absl::Substitute(
      R"({$0 "desired": {"resources": {"a": $1}},
          "observed": {"resources": {"a": $2}}})",
      input, desired, observed)));
  return ParsedResponse(bytes->view());
}

TEST(AutoReady, SaysOfAResourceThatItIsReady) {
  const struct {
    const char* reason;
    const char* desired;
    const char* observed;
    const char* want;
  } tests[] = {
      {"its condition", "{}", kReady, R"("READY_TRUE")"},
      {"its kind", "{}",
       R"({"resource": {"apiVersion": "v1", "kind": "ConfigMap"}})",
       R"("READY_TRUE")"},
      {"a check that does not hold leaves it to the condition", "{}",
       R"({"resource": {"apiVersion": "v1", "kind": "Pod", "status": {
           "conditions": [{"type": "Ready", "status": "True"}]}}})",
       R"("READY_TRUE")"},
      {"nothing is said of others", "{}", "{}", "absent"},
      {"the kind of the desired object does not count",
       R"({"resource": {"apiVersion": "v1", "kind": "ConfigMap"}})", "{}",
       "absent"},
      {"what an earlier step said stays", R"({"ready": "READY_FALSE"})", kReady,
       R"("READY_FALSE")"},
      {"a value that the contract does not know was said, too",
       R"({"ready": 7})", kReady, "absent"},
  };
  for (const auto& test : tests) {
    EXPECT_EQ(
        Answer(test.desired, test.observed).At("desired.resources[a].ready"),
        test.want)
        << test.reason;
  }
}

TEST(AutoReady, KeepsTheObjectAndDropsItsDetails) {
  EXPECT_EQ(Answer(R"({"resource": {"a": [1, null]},
                       "connectionDetails": {"k": "dg=="}})",
                   kReady)
                .At("desired.resources[a]"),
            R"({"ready":"READY_TRUE","resource":{"a":[1,null]}})");
}

TEST(AutoReady, ItsInputSaysHowLongItHolds) {
  const struct {
    const char* reason;
    const char* input;
    const char* ttl;
    const char* message;
  } tests[] = {
      {"no input: the flag of the process", "", R"("7s")", "absent"},
      {"an empty one", R"("input": {},)", R"("7s")", "absent"},
      {"an identity that nobody knows", R"("input": {"kind": "AutoReady"},)",
       R"("7s")", "absent"},
      {"an empty text", R"("input": {"ttl": "", "apiVersion":
           "autoready.fn.crossplane.io/v1beta1"},)",
       R"("7s")", "absent"},
      {"a duration of Go", R"("input": {"ttl": "1h0.5s", "apiVersion":
           "autoready.fn.crossplane.io/v1beta1"},)",
       R"("3600.500s")", "absent"},
      {"recognised by its members", R"("input": {
           "celHealthCheckCustomization": {"a": "b"}},)",
       R"("7s")", "absent"},
      {"a text that is none", R"("input": {"ttl": "soon", "apiVersion":
           "autoready.fn.crossplane.io/v1beta1"},)",
       R"("7s")",
       R"("invalid Function input: cannot set ttl: time: invalid duration \"soon\"")"},
      {"a rule that is no text", R"("input": {
           "celHealthCheckCustomization": {"a": 1}},)",
       R"("7s")",
       R"("invalid Function input: celHealthCheckCustomization.a: Invalid value: expected a string, got a number")"},
      {"metadata that is no object", R"("input": {"metadata": "x", "apiVersion":
           "autoready.fn.crossplane.io/v1beta1"},)",
       R"("7s")",
       R"("invalid Function input: metadata: Invalid value: expected an object, got a string")"},
      {"a member that there is not", R"("input": {"x": 1, "apiVersion":
           "autoready.fn.crossplane.io/v1beta1"},)",
       R"("7s")", R"("invalid Function input: unknown field \"x\"")"},
  };
  for (const auto& test : tests) {
    ParsedResponse response = Answer("{}", kReady, test.input);
    EXPECT_EQ(response.At("meta.ttl"), test.ttl) << test.reason;
    EXPECT_EQ(response.At("results[0].message"), test.message) << test.reason;
  }
}

}  // namespace
}  // namespace loom
