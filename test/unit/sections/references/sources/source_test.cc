// SPDX-License-Identifier: Apache-2.0
#include "sections/references/sources/source.h"

#include "gtest/gtest.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

TEST(Sources, AreReadWhereTheyAre) {
  const struct {
    const char* reason;
    const char* source;
    const char* spec;
    const char* condition;
  } tests[] = {
      {"The composite.", R"("fromComposite": {"fieldPath": "spec.text"})",
       R"({"x":"t"})", "TRUE Resolved"},
      {"A number stays one.",
       R"("fromComposite": {"fieldPath": "spec.number"})", R"({"x":5})",
       "TRUE Resolved"},
      {"A field that is missing.",
       R"("fromComposite": {"fieldPath": "spec.nope"})", "absent",
       "UNKNOWN FieldMissing a spec.x: spec.nope: no such field (composite "
       "spec.nope)"},
      {"A field that is empty.",
       R"("fromComposite": {"fieldPath": "spec.empty"})", "absent",
       "UNKNOWN FieldMissing a spec.x: the field is empty (composite "
       "spec.empty)"},
      {"A path that does not fit.",
       R"("fromComposite": {"fieldPath": "spec.text.a"})", "absent",
       "FALSE InvalidReference a spec.x: spec.text: not an object (composite "
       "spec.text.a)"},
      {"An observed resource.",
       R"("fromResource": {"name": "b", "fieldPath": "status.id"})",
       R"({"x":"id-b"})", "TRUE Resolved"},
      {"One that is not observed.",
       R"("fromResource": {"name": "c", "fieldPath": "status.id"})", "absent",
       "UNKNOWN ReferenceNotFound a spec.x: resource is not observed yet "
       "(resource c status.id)"},
      {"The environment.", R"("fromEnvironment": {"fieldPath": "zone"})",
       R"({"x":"z1"})", "TRUE Resolved"},
      {"A context key.",
       R"("fromContext": {"key": "example.org/k", "fieldPath": "deep.er"})",
       R"({"x":"ctx"})", "TRUE Resolved"},
      {"A context key that is not there.",
       R"("fromContext": {"key": "example.org/no", "fieldPath": "a"})",
       "absent",
       "UNKNOWN ReferenceNotFound a spec.x: the context has no such key "
       "(context example.org/no a)"},
      {"A requirement of the step.",
       R"("fromRequirement": {"name": "own", "fieldPath": "data.k"})",
       R"({"x":"v"})", "TRUE Resolved"},
      {"One that the step does not have.",
       R"("fromRequirement": {"name": "other", "fieldPath": "data.k"})",
       "absent",
       "UNKNOWN ReferenceNotFound a spec.x: the step has no requirement of "
       "that name (requirement other data.k)"},
      {"One that finds two.",
       R"("fromRequirement": {"name": "two", "fieldPath": "data.k"})", "absent",
       "UNKNOWN AmbiguousMatch a spec.x: 2 objects match, want 1 "
       "(requirement "
       "two data.k)"},
      {"One that finds none.",
       R"("fromRequirement": {"name": "none", "fieldPath": "data.k"})",
       "absent",
       "UNKNOWN ReferenceNotFound a spec.x: object not found (requirement none "
       "data.k)"},
      {"Credentials.", R"("fromCredentials": {"name": "login", "key": "k"})",
       R"({"x":"s3cr3t"})", "TRUE Resolved"},
      {"A key that they do not have.",
       R"("fromCredentials": {"name": "login", "key": "no"})", "absent",
       "UNKNOWN FieldMissing a spec.x: the credentials have no such key "
       "(credentials login no)"},
      {"Credentials that the step does not have.",
       R"("fromCredentials": {"name": "no", "key": "k"})", "absent",
       "UNKNOWN ReferenceNotFound a spec.x: the step has no credentials of "
       "that name (credentials no k)"},
      {"Credentials that are no text.",
       R"("fromCredentials": {"name": "login", "key": "bytes"})", "absent",
       "FALSE InvalidReference a spec.x: NotText: the value is not UTF-8 text, "
       "so only data of a Secret, binaryData of a ConfigMap and connection "
       "details can hold it (credentials login bytes)"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = EntryTo(test.source),
         .observed = R"({"b": {"resource": {"apiVersion": "example.org/v1",
             "kind": "B", "status": {"id": "id-b"}}}})",
         .answers = R"({"own": {"items": [{"resource":
             {"data": {"k": "v"}}}]}, "two": {"items": [{"resource": {}},
             {"resource": {}}]}, "none": {}})",
         .context = R"({"apiextensions.crossplane.io/environment":
             {"zone": "z1"}, "example.org/k": {"deep": {"er": "ctx"}}})",
         .credentials = R"({"login": {"credentialData": {"data":
             {"k": "czNjcjN0", "bytes": "/w=="}}}})"});
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// Each reference copied the whole object, so about a hundred of them needed more
// memory than a call may use.
TEST(Sources, ReadAFieldOfALargeObjectWithoutCopyingTheObject) {
  std::string large = R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a"}, "field": "v", "list": [0)";
  for (int i = 0; i < 10'000; ++i) absl::StrAppend(&large, ",0");
  absl::StrAppend(&large, "]}");
  const struct {
    const char* source;
    const char* target;
  } tests[] = {
      {R"("fromContext": {"key": "example.org/k", "fieldPath": "field"})",
       R"({"resource": "a"})"},
      {R"("fromEnvironment": {"fieldPath": "field"})", R"({"resource": "a"})"},
      {R"("fromRequirement": {"name": "own", "fieldPath": "field"})",
       R"({"resource": "a"})"},
      {R"("fromComposite": {"fieldPath": "field"})", R"({"resource": "a"})"},
      {R"("fromResource": {"name": "b", "fieldPath": "field"})",
       R"({"resource": "a"})"},
      {R"("fromResource": {"name": "b", "fieldPath": "field"})",
       R"({"context": "example.org/k"})"},
  };
  constexpr int kReferences = 300;
  for (const auto& test : tests) {
    SCOPED_TRACE(absl::StrCat(test.source, " ", test.target));
    // What is written to, the environment, is decoded whole.
    std::string entries = absl::StrCat(
        "[", To(R"({"environment": true})", "copied", test.source));
    for (int i = 0; i < kReferences; ++i) {
      absl::StrAppend(&entries, ",",
                      To(test.target, absl::StrCat("spec.x", i), test.source));
    }
    ReferenceCall call(
        {.entries = entries + "]",
         .observed = absl::StrCat(R"({"b": {"resource": )", large, "}}"),
         .composite = large,
         .answers =
             absl::StrCat(R"({"own": {"items": [{"resource": )", large, "}]}}"),
         .context =
             absl::StrCat(R"({"apiextensions.crossplane.io/environment": )",
                          large, R"(, "example.org/k": )", large, "}")},
        {.max_call_bytes = 16 << 20});
    EXPECT_EQ(call.Result(), "absent");
    EXPECT_EQ(call.Condition(), "TRUE Resolved");
  }
}

// Crossplane has read the object already, so it is judged by what it is.
TEST(Sources, ObeyTheAccessPolicyWhereTheStepAsked) {
  const struct {
    const char* reason;
    const char* composite_ns;
    const char* kind;
    const char* ns;
    const char* security;
    const char* refusal;  // "": none
  } tests[] = {
      {"Of the composite's namespace.", "team-a", "ConfigMap", "team-a", "{}",
       ""},
      {"Of another namespace.", "team-a", "ConfigMap", "other", "{}",
       "not allowed across namespaces"},
      {"A cluster-scoped object has none.", "team-a", "ConfigMap", "", "{}",
       ""},
      {"For a cluster-scoped composite.", "", "ConfigMap", "other", "{}", ""},
      {"The input narrows that.", "", "ConfigMap", "other",
       R"({"crossNamespace": "Deny"})", "not allowed across namespaces"},
      {"A Secret.", "team-a", "Secret", "team-a", "{}", ""},
      {"One of another namespace.", "team-a", "Secret", "other", "{}",
       "not allowed by the secret policy"},
      {"One whose namespace the author of the Composition wrote.", "", "Secret",
       "other", "{}", ""},
      {"No Secret.", "", "Secret", "other", R"({"secrets": "Deny"})",
       "not allowed by the secret policy"},
      {"None of this kind.", "team-a", "Secret", "team-a",
       R"({"denyKinds": ["/Secret"]})", "not allowed for this kind"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.entries = EntryTo(
             R"("fromRequirement": {"name": "own", "fieldPath": "data.k"})"),
         .composite = absl::StrCat(
             R"({"apiVersion": "example.org/v1", "kind": "X", "metadata":
                 {"name": "x", "namespace": ")",
             test.composite_ns, R"("}})"),
         .answers = absl::StrCat(
             R"({"own": {"items": [{"resource": {"apiVersion": "v1",
                 "kind": ")",
             test.kind, R"(", "metadata": {"name": "o", "namespace": ")",
             test.ns, R"("}, "data": {"k": "YW5u"}}}]}})"),
         .more = absl::StrCat(R"({"security": )", test.security, "}")});
    if (*test.refusal == '\0') {
      EXPECT_EQ(call.Condition(), "TRUE Resolved");
    } else {
      EXPECT_EQ(call.Condition(),
                absl::StrCat("FALSE ReferenceNotAllowed a spec.x: ",
                             test.refusal, " (requirement own data.k)"));
      EXPECT_EQ(call.Spec(), "absent");
    }
  }
}

// What has no condition Ready of its own is not waited for.
TEST(Sources, WaitForReadiness) {
  constexpr char kResource[] =
      R"("fromResource": {"name": "b", "fieldPath": "status.id"})";
  constexpr char kRequirement[] =
      R"("fromRequirement": {"name": "own", "fieldPath": "data.k"})";
  constexpr char kReady[] = R"([{"type": "Ready", "status": "True"}])";
  constexpr char kNotReady[] = R"([{"type": "Ready", "status": "False"}])";
  constexpr char kNotSynced[] = R"([{"type": "Ready", "status": "True"},
                                    {"type": "Synced", "status": "False"}])";
  constexpr char kResourceWaits[] =
      "UNKNOWN ReferenceNotReady a spec.x: object is not ready (resource b "
      "status.id)";
  constexpr char kRequirementWaits[] =
      "UNKNOWN ReferenceNotReady a spec.x: object is not ready (requirement "
      "own data.k)";
  const struct {
    const char* reason;
    const char* source;
    const char* conditions;
    const char* condition;
  } tests[] = {
      {"A resource that is ready.", kResource, kReady, "TRUE Resolved"},
      {"One that is not.", kResource, kNotReady, kResourceWaits},
      {"Ready, and not synced.", kResource, kNotSynced, kResourceWaits},
      {"Nothing is said.", kResource, "[]", kResourceWaits},
      {"A requirement that is ready.", kRequirement, kReady, "TRUE Resolved"},
      {"One that is not.", kRequirement, kNotReady, kRequirementWaits},
      {"Ready, and not synced.", kRequirement, kNotSynced, kRequirementWaits},
      {"The composite.", R"("fromComposite": {"fieldPath": "spec.text"})",
       kNotReady, "TRUE Resolved"},
      {"The environment.", R"("fromEnvironment": {"fieldPath": "zone"})",
       kNotReady, "TRUE Resolved"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string status = absl::StrCat(
        R"("status": {"id": "i", "conditions": )", test.conditions, "}");
    ReferenceCall call(
        {.entries = EntryTo(
             absl::StrCat(R"("policy": {"waitFor": "Ready"}, )", test.source)),
         .observed = absl::StrCat(
             R"({"b": {"resource": {"apiVersion": "example.org/v1",
                 "kind": "B", )",
             status, "}}}"),
         .answers = absl::StrCat(
             R"({"own": {"items": [{"resource": {"data": {"k": "v"}, )", status,
             "}}]}}"),
         .context = R"({"apiextensions.crossplane.io/environment":
             {"zone": "z1"}})"});
    EXPECT_EQ(call.Condition(), test.condition);
    const bool waits = std::string(test.condition) != "TRUE Resolved";
    EXPECT_EQ(call.Spec() == "absent", waits);
  }
}

}  // namespace
}  // namespace loom
