// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sections/references/references.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

constexpr char kNetworkKey[] =
    "obj:compute.cnrm.cloud.google.com/v1beta1/ComputeNetwork/team-a/blue";

std::string InputExternalReferences(absl::string_view more = "") {
  return absl::StrCat(R"({"externalReferences": [{"target": {"resource": "a",
      "field": "spec.ref"}, "kind": {"apiVersion":
      "compute.cnrm.cloud.google.com/v1beta1", "kind": "ComputeNetwork"})",
                      more, R"(}],
      "kinds": [{"group": "compute.cnrm.cloud.google.com",
      "resource": "computenetworks", "kind": "ComputeNetwork",
      "scope": "Namespaced"}]})");
}

std::string WithExternalReferences(absl::string_view spec) {
  return absl::StrCat(R"({"a": {"resource": {"apiVersion": "example.org/v1",
      "kind": "A", "spec": )",
                      spec, "}}}");
}

std::string ThereExternalReferences(absl::string_view status) {
  return absl::StrCat("{\"", kNetworkKey, R"(": {"items": [{"resource": {"kind":
      "ComputeNetwork", "status": )",
                      status, "}}]}}");
}

constexpr char kBlue[] =
    R"({"externalRef": "projects/p/global/networks/blue"})";
constexpr char kWriteTo[] = R"(, "writeTo": "spec.network")";

TEST(ExternalReferences, BecomeCanonicalNames) {
  const struct {
    const char* reason;
    const char* more;
    std::string desired;
    std::string observed;
    std::string answers;
    const char* spec;
    const char* condition;
  } tests[] = {
      {"A name that is given.", "",
       WithExternalReferences(
           R"({"ref": {"external": "/projects/p/global/networks/blue/"}})"),
       "{}", "{}", R"({"ref":{"external":"projects/p/global/networks/blue"}})",
       "TRUE Resolved"},
      {"An object.", "",
       WithExternalReferences(
           R"({"ref": {"name": "blue", "namespace": "team-a"}})"),
       "{}", ThereExternalReferences(kBlue),
       R"({"ref":{"external":"projects/p/global/networks/blue"}})",
       "TRUE Resolved"},
      {"Doing it again changes nothing.", "",
       WithExternalReferences(
           R"({"ref": {"external": "projects/p/global/networks/blue"}})"),
       "{}", "{}", R"({"ref":{"external":"projects/p/global/networks/blue"}})",
       "TRUE Resolved"},
      {"Its kind stays.", "",
       WithExternalReferences(
           R"({"ref": {"kind": "ComputeNetwork", "name": "blue"}})"),
       "{}", ThereExternalReferences(kBlue),
       R"({"ref":{"external":"projects/p/global/networks/blue",)"
       R"("kind":"ComputeNetwork"}})",
       "TRUE Resolved"},
      {"A kind that no entry is for.", "",
       WithExternalReferences(R"({"ref": {"kind": "Folder", "name": "blue"}})"),
       "{}", "{}", "absent",
       "FALSE InvalidReference a spec.ref: kind \\\"Folder\\\" is not one of: "
       "ComputeNetwork"},
      {"Elsewhere, without a name, of a resource that is there.", kWriteTo,
       WithExternalReferences(R"({"ref": {"name": "blue"}, "z": 1})"),
       WithExternalReferences(R"({"z": 1})"), ThereExternalReferences("{}"),
       R"({"z":1})",
       "UNKNOWN DependencyNotReady a spec.ref: reference ComputeNetwork "
       "team-a/blue is not ready (compute.cnrm.cloud.google.com/v1beta1 "
       "ComputeNetwork team-a/blue status.externalRef)"},
      {"Elsewhere.", kWriteTo,
       WithExternalReferences(R"({"ref": {"name": "blue"}, "z": 1})"), "{}",
       ThereExternalReferences(kBlue),
       R"({"network":"projects/p/global/networks/blue","z":1})",
       "TRUE Resolved"},
      {"A list of them elsewhere.", kWriteTo,
       WithExternalReferences(
           R"({"ref": [{"external": "projects/p/global/networks/a"},
                        {"external": "projects/p/global/networks/b"}]})"),
       "{}", "{}",
       R"({"network":["projects/p/global/networks/a",)"
       R"("projects/p/global/networks/b"]})",
       "TRUE Resolved"},
      {"An empty list.", "", WithExternalReferences(R"({"ref": []})"), "{}",
       "{}", R"({"ref":[]})", "absent"},
      {"The last name stays.", "",
       WithExternalReferences(R"({"ref": {"name": "blue"}})"),
       WithExternalReferences(
           R"({"ref": {"external": "projects/p/global/networks/blue"}})"),
       ThereExternalReferences("{}"),
       R"({"ref":{"external":"projects/p/global/networks/blue"}})",
       "UNKNOWN DependencyNotReady a spec.ref: reference ComputeNetwork "
       "team-a/blue is not ready, the last value is kept "
       "(compute.cnrm.cloud.google.com/v1beta1 ComputeNetwork team-a/blue "
       "status.externalRef)"},
      {"Elsewhere as well.", kWriteTo,
       WithExternalReferences(R"({"ref": {"name": "blue"}})"),
       WithExternalReferences(
           R"({"network": "projects/p/global/networks/blue"})"),
       ThereExternalReferences("{}"),
       R"({"network":"projects/p/global/networks/blue"})",
       "UNKNOWN DependencyNotReady a spec.ref: reference ComputeNetwork "
       "team-a/blue is not ready, the last value is kept "
       "(compute.cnrm.cloud.google.com/v1beta1 ComputeNetwork team-a/blue "
       "status.externalRef)"},
      {"A reference that was never resolved is no last name.", "",
       WithExternalReferences(R"({"ref": {"name": "blue"}})"),
       WithExternalReferences(R"({"ref": {"name": "red"}})"),
       ThereExternalReferences("{}"), R"({"ref":{"name":"blue"}})",
       "UNKNOWN DependencyNotReady a spec.ref: reference ComputeNetwork "
       "team-a/blue is not ready (compute.cnrm.cloud.google.com/v1beta1 "
       "ComputeNetwork team-a/blue status.externalRef)"},
      {"A new resource waits.", "",
       WithExternalReferences(R"({"ref": {"name": "blue"}})"), "{}",
       ThereExternalReferences("{}"), "absent",
       "UNKNOWN DependencyNotReady a spec.ref: reference ComputeNetwork "
       "team-a/blue is not ready (compute.cnrm.cloud.google.com/v1beta1 "
       "ComputeNetwork team-a/blue status.externalRef)"},
      {"A name of another namespace.", "",
       WithExternalReferences(
           R"({"ref": {"name": "blue", "namespace": "team-b"}})"),
       "{}", "{}", "absent",
       "FALSE ReferenceNotAllowed a spec.ref: not allowed across namespaces "
       "(compute.cnrm.cloud.google.com/v1beta1 ComputeNetwork team-b/blue "
       "status.externalRef)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call({.desired = test.desired,
                        .observed = test.observed,
                        .answers = test.answers,
                        .more = InputExternalReferences(test.more)});
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// The kind of a reference says which entry is meant.
TEST(ExternalReferences, OfSeveralKindsHaveAnEntryForEach) {
  constexpr char kEntries[] = R"({"externalReferences": [
      {"target": {"resource": "a", "field": "spec.ref"}, "kind": {"apiVersion":
       "resourcemanager.cnrm.cloud.google.com/v1beta1", "kind": "Project"}},
      {"target": {"resource": "a", "field": "spec.ref"}, "kind": {"apiVersion":
       "resourcemanager.cnrm.cloud.google.com/v1beta1", "kind": "Folder"}}]})";
  for (const char* ref : {R"({"external":"folders/9","kind":"Folder"})",
                          R"({"external":"projects/p","kind":"Project"})"}) {
    ReferenceCall call({.desired = WithExternalReferences(
                            absl::StrCat(R"({"ref":)", ref, "}")),
                        .more = kEntries});
    EXPECT_EQ(call.Spec(), absl::StrCat(R"({"ref":)", ref, "}"));
    EXPECT_EQ(call.Condition(), "TRUE Resolved");
  }
}

TEST(ExternalReferences, OfAResourceThatIsBeingDeletedAreNotResolved) {
  ReferenceCall call(
      {.desired = WithExternalReferences(R"({"ref": {"name": "blue"}})"),
       .observed = R"({"a": {"resource": {"apiVersion": "example.org/v1",
           "kind": "A", "metadata": {"deletionTimestamp":
           "2026-02-03T04:05:06Z"}, "spec": {"ref": {"external":
           "projects/p/global/networks/blue"}}}}})",
       .more = InputExternalReferences()});
  EXPECT_EQ(call.Spec(),
            R"({"ref":{"external":"projects/p/global/networks/blue"}})");
  EXPECT_EQ(call.At("requirements"), "absent");
}

}  // namespace
}  // namespace loom
