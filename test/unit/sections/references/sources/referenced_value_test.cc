// SPDX-License-Identifier: Apache-2.0
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "sections/references/sources/typed.h"
#include "test/testing/reference_call.h"

namespace loom {
namespace {

constexpr char kKey[] = "obj:iam.services.k8s.aws/v1/Role/team-a/r";
constexpr char kAt[] = " (iam.services.k8s.aws/v1 Role team-a/r Status.ARN)";

std::string InputReferencedValue(
    absl::string_view members = "",
    absl::string_view group = "\"service_name\": \"iam\"") {
  return absl::StrCat(
      R"({"typedReferences": [{"target": {"resource": "a"},
          "field": "spec.roleArn", "refField": "spec.roleRef", )",
      members, R"("references": {)", group,
      R"(, "version": "v1", "resource": "Role", "path": "Status.ARN"}}],
      "kinds": [{"group": "iam.services.k8s.aws", "resource": "roles",
                 "kind": "Role", "scope": "Namespaced"},
                {"group": "example.org", "resource": "roles",
                 "kind": "Role", "scope": "Cluster"}]})");
}

std::string CompositeWithReferencedValue(absl::string_view from) {
  return absl::StrCat(R"({"apiVersion": "example.org/v1", "kind": "X",
      "metadata": {"name": "x", "namespace": "team-a"},
      "spec": {"roleRef": {"from": )",
                      from, "}}}");
}

std::string AnswerWithRole(absl::string_view key, absl::string_view status) {
  return absl::StrCat("{\"", key, R"(": {"items": [{"resource": {
      "apiVersion": "iam.services.k8s.aws/v1", "kind": "Role",
      "metadata": {"name": "r"}, "status": {)",
                      status, "}}}]}}");
}

constexpr char kSynced[] =
    R"("conditions": [{"type": "ACK.ResourceSynced", "status": "True"}])";

TEST(ReferencedValue, IsTheTextOfAnObjectThatIsSynced) {
  const std::string synced(kSynced);
  const struct {
    const char* reason;
    std::string answers;
    const char* spec;
    std::string condition;
  } tests[] = {
      {"Synced.", AnswerWithRole(kKey, synced + R"(, "arn": "arn:r")"),
       R"({"roleArn":"arn:r"})", "TRUE Resolved"},
      {"Not answered yet.", "{}", "{}", "absent"},
      {"No such object.", absl::StrCat("{\"", kKey, R"(": {"items": []}})"),
       "absent",
       absl::StrCat(
           "UNKNOWN ReferenceNotFound a spec.roleArn: object not found", kAt)},
      {"No conditions yet.", AnswerWithRole(kKey, R"("arn": "arn:r")"),
       "absent",
       absl::StrCat("UNKNOWN ReferenceNotReady a spec.roleArn: the referenced "
                    "resource is not synced yet. resource:Role, "
                    "namespace:team-a, name:r",
                    kAt)},
      {"Terminal counts more than synced.",
       AnswerWithRole(kKey, R"("arn": "arn:r", "conditions": [
           {"type": "ACK.ResourceSynced", "status": "True"},
           {"type": "ACK.Terminal", "status": "True"}])"),
       "absent",
       absl::StrCat("FALSE ReferenceTerminal a spec.roleArn: the referenced "
                    "resource has 'ACK.Terminal' condition 'True'. Cannot be "
                    "referenced. resource:Role, namespace:team-a, name:r",
                    kAt)},
      {"The field is missing.", AnswerWithRole(kKey, synced), "absent",
       absl::StrCat("UNKNOWN FieldMissing a spec.roleArn: the referenced "
                    "resource is missing the target field. resource:Role, "
                    "namespace:team-a, name:r, targetField:Status.ARN",
                    kAt)},
      {"The field is empty.", AnswerWithRole(kKey, synced + R"(, "arn": "")"),
       "absent",
       absl::StrCat("UNKNOWN FieldMissing a spec.roleArn: the referenced "
                    "resource is missing the target field. resource:Role, "
                    "namespace:team-a, name:r, targetField:Status.ARN",
                    kAt)},
      {"The field is no text.",
       AnswerWithRole(kKey, synced + R"(, "arn": {"a": "b"})"), "absent",
       absl::StrCat("FALSE InvalidReference a spec.roleArn: the target field "
                    "is not a string",
                    kAt)},
      {"Two fields could be meant.",
       AnswerWithRole(kKey, synced + R"(, "arn": "x", "Arn": "y")"), "absent",
       absl::StrCat("FALSE InvalidReference a spec.roleArn: the path matches "
                    "more than one field: Arn, arn",
                    kAt)},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.composite = CompositeWithReferencedValue(R"({"name": "r"})"),
         .answers = test.answers,
         .more = InputReferencedValue()});
    EXPECT_EQ(call.Spec(), test.spec);
    EXPECT_EQ(call.Condition(), test.condition);
  }
}

// Two resources that refer to each other would wait for ever otherwise.
TEST(ReferencedValue, IsTakenAsItIsIfTheAuthorSaysSo) {
  ReferenceCall call(
      {.composite = CompositeWithReferencedValue(R"({"name": "r"})"),
       .answers = AnswerWithRole(kKey, R"("arn": "arn:r", "conditions": [
           {"type": "ACK.Terminal", "status": "True"}])"),
       .more =
           InputReferencedValue(R"("skipResourceStateValidations": true, )")});
  EXPECT_EQ(call.Spec(), R"({"roleArn":"arn:r"})");
}

// The group is that of the target, example.org, whose kinds are Crossplane's.
TEST(ReferencedValue, OfACompositeIsReadWhenThatIsReady) {
  const std::string key = "obj:example.org/v1/Role//r";
  const std::string input = InputReferencedValue("", "\"group\": \"\"");
  ReferenceCall waiting(
      {.composite = CompositeWithReferencedValue(R"({"name": "r"})"),
       .answers = AnswerWithRole(key, R"("arn": "arn:r", "conditions": [
           {"type": "Synced", "status": "True"}])"),
       .more = input});
  EXPECT_EQ(waiting.Condition(),
            "UNKNOWN ReferenceNotReady a spec.roleArn: the referenced resource "
            "is not synced yet. resource:Role, namespace:, name:r "
            "(example.org/v1 Role r Status.ARN)");
  ReferenceCall ready(
      {.composite = CompositeWithReferencedValue(R"({"name": "r"})"),
       .answers = AnswerWithRole(key, R"("arn": "arn:r", "conditions": [
           {"type": "Synced", "status": "True"},
           {"type": "Ready", "status": "True"}])"),
       .more = input});
  EXPECT_EQ(ready.Spec(), R"({"roleArn":"arn:r"})");
}

TEST(ReferencedValue, OfAnotherNamespaceNeedsTheAuthorAndTheServer) {
  const std::string composite =
      CompositeWithReferencedValue(R"({"name": "r", "namespace": "team-b"})");
  const std::string key = "obj:iam.services.k8s.aws/v1/Role/team-b/r";
  const std::string answers =
      AnswerWithRole(key, absl::StrCat(kSynced, R"(, "arn": "arn:r")"));
  const std::string may =
      InputReferencedValue(R"("allowCrossNamespace": true, )");
  FunctionOptions allows;
  allows.access.cross_namespace = NamespaceAccess::kAllow;
  const std::string at = " (iam.services.k8s.aws/v1 Role team-b/r Status.ARN)";
  const struct {
    const char* reason;
    std::string input;
    FunctionOptions options;
    std::string condition;
  } tests[] = {
      {"The author does not allow it.", InputReferencedValue(), allows,
       absl::StrCat("FALSE ReferenceNotAllowed a spec.roleArn: cross-namespace "
                    "resource reference is not allowed. Set "
                    "--enable-cross-namespace=true to allow it. "
                    "sourceNamespace:team-a, targetNamespace:team-b, name:r",
                    at)},
      {"The server does not.",
       may,
       {},
       absl::StrCat("FALSE ReferenceNotAllowed a spec.roleArn: not allowed "
                    "across namespaces",
                    at)},
      {"Both do.", may, allows, "TRUE Resolved"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    ReferenceCall call(
        {.composite = composite, .answers = answers, .more = test.input},
        test.options);
    EXPECT_EQ(call.Condition(), test.condition);
    EXPECT_EQ(call.At("requirements") == "absent",
              test.condition != "TRUE Resolved");
  }
}

TEST(ReferencedValue, OfTheGroupOfAKubernetesTargetIsRefused) {
  ReferenceCall call(
      {.desired = R"({"a": {"resource": {"apiVersion": "v1",
                          "kind": "ConfigMap", "spec": {}}}})",
       .composite = CompositeWithReferencedValue(R"({"name": "r"})"),
       .more = InputReferencedValue("", "\"group\": \"\"")});
  EXPECT_EQ(call.Condition(),
            "FALSE InvalidReference a spec.roleArn: a typed reference cannot "
            "read a kind of Kubernetes itself: v1 Role");
  EXPECT_EQ(call.At("requirements"), "absent");
}

}  // namespace
}  // namespace loom
