// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "sections/readiness/readiness_section.h"
#include "test/testing/section_call.h"

namespace loom {
namespace {

// A resource of a kind of its own, with this status.
std::string Thing(absl::string_view status) {
  return Managed("", absl::StrCat(", \"status\": ", status));
}

// What is reported of the resource a; `more` are members of its messages.
std::string Reported(absl::string_view readiness, const std::string& desired,
                     const std::map<std::string, std::string>& observed,
                     absl::string_view more = "") {
  const SectionCall call(
      {.input = absl::StrCat(R"("readiness": {"explain": true)",
                             readiness.empty() ? "" : ", ", readiness, "}",
                             more.empty() ? "" : ", ", more),
       .desired = {{"a", desired}},
       .observed = observed});
  return call.Condition("ResourcesReady");
}

TEST(WhyNotReady, NamesWhatDecided) {
  const std::string said = R"({"resource": {"apiVersion": "v1", "kind": "Pod"},
                               "ready": "READY_FALSE"})";
  const std::string deployment = R"({"resource": {"apiVersion": "apps/v1",
      "kind": "Deployment", "spec": {"replicas": 3}, "status":
      {"updatedReplicas": 3, "availableReplicas": 2}}})";
  const struct {
    const char* reason;
    std::string readiness;
    std::string desired;
    std::map<std::string, std::string> observed;
    const char* more;
    const char* want;
  } tests[] = {
      {"An earlier step.",
       "",
       said,
       {{"a", Managed("True")}},
       "",
       "an earlier step marked it not ready"},
      {"It is not observed.", "", Managed(), {}, "", "not observed yet"},
      {"It is not observed, so no checks are run.",
       "",
       Managed(),
       {},
       R"("resources": [{"name": "a", "base": {"apiVersion": "v1",
           "kind": "Pod"}, "readinessChecks": [{"type": "None"}]}])",
       "not observed yet"},
      {"The checks of its template.",
       "",
       Managed(),
       {{"a", Managed("True")}},
       R"("resources": [{"name": "a", "base": {"apiVersion": "v1",
           "kind": "Pod"}, "readinessChecks": [{"type": "NonEmpty",
           "fieldPath": "status.id"}]}])",
       "the readinessChecks of its template fail"},
      {"A rule about the condition.",
       R"("rules": [{"resource": "a"}])",
       Managed(),
       {{"a", Managed("Unknown")}},
       "",
       "Ready is Unknown"},
      {"The checks of a rule.",
       R"("rules": [{"resource": "b"}, {"resource": "a", "checks":
           [{"type": "NonEmpty", "fieldPath": "status.id"}]}])",
       Managed(),
       {{"a", Managed("True")}},
       "",
       "checks of readiness.rules[1]"},
      {"An expression.",
       R"("kinds": [{"apiVersion": "sql.example.org/*", "kind": "Database",
                     "readyWhen": "object.status.size > 1"}])",
       Managed(),
       {{"a", Thing(R"({"size": 1})")}},
       "",
       "readiness.kinds[0].readyWhen is false"},
      {"An expression that waits.",
       R"("rules": [{"resource": "a", "readyWhen": "object.status.size > 1"}])",
       Managed(),
       {{"a", Thing("{}")}},
       "",
       "readiness.rules[0].readyWhen: 1:14: object.status.size: no such key"},
      {"A kind of Kubernetes.",
       "",
       deployment,
       {{"a", deployment}},
       "",
       "2 of 3 available"},
      {"No condition.",
       "",
       Managed(),
       {{"a", Managed()}},
       "",
       "no Ready condition"},
      {"A reason.",
       "",
       Managed(),
       {{"a", Thing(R"({"conditions": [{"type": "Ready", "status": "False",
                                        "reason": "Creating"}]})")}},
       "",
       "Ready is False: Creating"},
      {"What the cloud refuses.",
       "",
       Managed(),
       {{"a", Thing(R"({"conditions": [{"type": "Synced", "status": "False",
                                        "reason": "ReconcileError"}]})")}},
       "",
       "no Ready condition, Synced is False: ReconcileError"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Reported(test.readiness, test.desired, test.observed, test.more),
              absl::StrCat("FALSE NotReady a (", test.want, ")"));
  }
}

TEST(WhyNotReady, QuotesNoValueOfARedactedCall) {
  const std::string observed =
      Thing(R"({"conditions": [{"type": "Ready", "status": "False",
                                "reason": "Creating"}]})");
  const std::string with_details =
      absl::StrCat(observed.substr(0, observed.size() - 1),
                   R"(, "connectionDetails": {"password": "cHc="}})");
  EXPECT_EQ(Reported("", Managed(), {{"a", with_details}},
                     R"("connectionDetails": [{"name": "p",
                     "fromConnectionSecretKey": {"resource": "a",
                                                 "key": "password"}}])"),
            "FALSE NotReady a (Ready is not True)");
}

}  // namespace
}  // namespace loom
