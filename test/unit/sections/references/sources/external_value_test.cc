// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sections/references/sources/external.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

// Of a list of names of networks.
std::string InputExternalValue() {
  return R"({"externalReferences": [{"target": {"resource": "a",
      "field": "spec.refs"}, "kind": {"apiVersion":
      "compute.cnrm.cloud.google.com/v1beta1", "kind": "ComputeNetwork"},
      "fallbackPaths": ["status.selfLink"], "trimPrefixes": "Compute",
      "uniqueItems": true}],
      "kinds": [{"group": "compute.cnrm.cloud.google.com",
      "resource": "computenetworks", "kind": "ComputeNetwork",
      "scope": "Cluster"}]})";
}

std::string AnswerWithNetwork(absl::string_view name,
                              absl::string_view status) {
  return absl::StrCat(
      "\"obj:compute.cnrm.cloud.google.com/v1beta1/ComputeNetwork//", name,
      R"(": {"items": [{"resource": {"kind": "ComputeNetwork", "status": )",
      status, "}}]}");
}

TEST(ExternalValue, IsTheNameOfAnObject) {
  constexpr char kAt[] =
      " (compute.cnrm.cloud.google.com/v1beta1 ComputeNetwork b "
      "status.externalRef)";
  const struct {
    const char* reason;
    std::string status;  // of b; "": there is no b
    std::string want;    // the spec, or the condition
  } tests[] = {
      {"Its name.", R"({"externalRef": "projects/p/global/networks/b"})",
       R"({"refs":[{"external":"projects/p/global/networks/a"},)"
       R"({"external":"projects/p/global/networks/b"}]})"},
      {"What stands in for it.",
       R"({"selfLink": "https://www.googleapis.com/compute/v1/projects/p/)"
       R"(global/networks/b"})",
       R"({"refs":[{"external":"projects/p/global/networks/a"},)"
       R"({"external":"projects/p/global/networks/b"}]})"},
      {"None yet.", R"({"externalRef": ""})",
       absl::StrCat("UNKNOWN DependencyNotReady a spec.refs: reference "
                    "ComputeNetwork b is not ready",
                    kAt)},
      {"One that is no text.", R"({"externalRef": {"a": "b"}})",
       absl::StrCat("UNKNOWN DependencyNotReady a spec.refs: reference "
                    "ComputeNetwork b is not ready",
                    kAt)},
      {"One of another shape.", R"({"externalRef": "odd"})",
       absl::StrCat("FALSE DependencyInvalid a spec.refs: format of "
                    "ComputeNetwork external=\\\"odd\\\" was not known (use "
                    "projects/{project}/global/networks/{network})",
                    kAt)},
      {"There is no such object.", "",
       absl::StrCat("UNKNOWN DependencyNotFound a spec.refs: reference "
                    "ComputeNetwork b is not found",
                    kAt)},
      {"Two objects with one name.",
       R"({"externalRef": "projects/p/global/networks/a"})",
       "FALSE InvalidReference a spec.refs: ComputeNetwork a and b have the "
       "same external reference \\\"projects/p/global/networks/a\\\""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string b =
        test.status.empty()
            ? R"("obj:compute.cnrm.cloud.google.com/v1beta1/ComputeNetwork//b": {})"
            : AnswerWithNetwork("b", test.status);
    ReferenceCall call(
        {.desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
             "kind": "A", "spec": {"refs": [{"name": "a"}, {"name": "b"}]}}}})",
         .answers = absl::StrCat(
             "{",
             AnswerWithNetwork(
                 "a", R"({"externalRef": "projects/p/global/networks/a"})"),
             ",", b, "}"),
         .more = InputExternalValue()});
    EXPECT_EQ(
        call.Condition() == "TRUE Resolved" ? call.Spec() : call.Condition(),
        test.want);
  }
}

// The event says more than the condition.
TEST(ExternalValue, OfAnotherShapeIsReportedByItsSegment) {
  ReferenceCall call(
      {.desired = R"({"a": {"resource": {"apiVersion": "example.org/v1",
           "kind": "A", "spec": {"refs": {"external":
           "projects/p/zonal/networks/a"}}}}})",
       .more = InputExternalValue()});
  EXPECT_EQ(call.Result(),
            "ReferencesResolved: a spec.refs: format of ComputeNetwork "
            "external=\\\"projects/p/zonal/networks/a\\\" was not known (use "
            "projects/{project}/global/networks/{network}): segment 3 is "
            "\\\"zonal\\\", expected \\\"global\\\"");
}

}  // namespace
}  // namespace loom
