// SPDX-License-Identifier: Apache-2.0
// What an author may write, and what each mistake is reported as.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "data/value/json.h"
#include "gtest/gtest.h"
#include "sections/references/sources/typed.h"

namespace loom {
namespace {

struct ParsedTyped {
  explicit ParsedTyped(absl::string_view members)
      : value(ParseJson(absl::StrCat("{", members, "}"), &pool).value()),
        none(ParseJson("{}", &pool).value()) {
    Fields root(Input(none, Dialect::kNative, &problems));
    entry = TypedReference::Parse(
        Input(value, Dialect::kNative, &problems).At("typedReferences[0]"),
        root);
  }
  const TypedReference& typed() const {
    return static_cast<const TypedReference&>(*entry.recipe);
  }
  Pool pool;
  Problems problems;
  Value value, none;
  Entry entry;
};

constexpr char kRole[] = R"("references": {"service_name": "iam",
    "version": "v1alpha1", "resource": "Role", "path": "Status.ID"})";

std::string Of(absl::string_view members,
               absl::string_view references = kRole) {
  return absl::StrCat(R"("target": {"resource": "a"}, )", members, ", ",
                      references);
}

TEST(TypedReference, HasTheDefaultsOfAck) {
  const ParsedTyped parsed(Of(R"("field": "spec.forProvider.roleArn")"));
  EXPECT_EQ(parsed.problems.Joined(), "");
  EXPECT_EQ(parsed.typed().ref_field.text(), "spec.forProvider.roleRef");
  EXPECT_EQ(parsed.typed().kind.name.ApiVersion(),
            "iam.services.k8s.aws/v1alpha1");
  EXPECT_FALSE(parsed.typed().list || parsed.typed().required ||
               parsed.typed().ref_is_desired ||
               parsed.typed().may_cross_namespaces);
  EXPECT_TRUE(parsed.typed().checks_state);
}

TEST(TypedReference, LooksAtTheConditionsOfItsGroup) {
  const struct {
    const char* reason;
    const char* members;
    const char* group;
    const char* synced;
    const char* terminal;
  } tests[] = {
      {"ACK's.", R"("field": "spec.roleArn")", "iam.services.k8s.aws",
       "ACK.ResourceSynced", "ACK.Terminal"},
      {"Crossplane's, also those of composites.", R"("field": "spec.roleArn")",
       "iam.aws.m.upbound.io", "Synced Ready", ""},
      {"What the author names.",
       R"("field": "spec.roleArn", "conditions":
          {"synced": ["Up"], "terminal": ["Gone", "Lost"]})",
       "iam.services.k8s.aws", "Up", "Gone Lost"},
      {"None at all.",
       R"("field": "spec.roleArn", "conditions": {"synced": []})",
       "iam.services.k8s.aws", "", "ACK.Terminal"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const ParsedTyped parsed(Of(test.members));
    EXPECT_EQ(parsed.problems.Joined(), "");
    EXPECT_EQ(absl::StrJoin(parsed.typed().Synced(test.group), " "),
              test.synced);
    EXPECT_EQ(absl::StrJoin(parsed.typed().Terminal(test.group), " "),
              test.terminal);
  }
}

TEST(TypedReference, IsOfTheGroupOfItsTargetWithoutOneOfItsOwn) {
  ParsedTyped parsed(Of(R"("field": "spec.roleArn")",
                        R"("references": {"version": "v1", "resource": "Role",
                      "path": "status.arn"})"));
  EXPECT_EQ(parsed.problems.Joined(), "");
  EXPECT_EQ(parsed.typed()
                .KindFor("iam.example.org", &parsed.pool)
                ->name.ApiVersion(),
            "iam.example.org/v1");
}

TEST(TypedReference, TellsEveryMistake) {
  const struct {
    const char* reason;
    std::string members;
    const char* want;
  } tests[] = {
      {"A name that nothing can be derived from.",
       Of(R"("field": "spec.name")"),
       "refField: cannot be derived from \"name\""},
      {"No field.", Of(R"("list": true)"),
       "field: Required value: field is required"},
      {"No kind.", R"("target": {"resource": "a"}, "field": "spec.roleArn")",
       "references: Required value: references is required"},
      {"Two groups.",
       Of(R"("field": "spec.roleArn")",
          R"("references": {"service_name": "iam", "group": "example.org",
             "version": "v1", "resource": "Role", "path": "status.arn"})"),
       "references: service_name, group and apiVersion cannot be combined"},
      {"Two versions.",
       Of(R"("field": "spec.roleArn")",
          R"("references": {"apiVersion": "example.org/v1", "version": "v1",
             "resource": "Role", "path": "status.arn"})"),
       "references: apiVersion cannot be combined with version"},
      {"A ConfigMap has no state.",
       Of(R"("field": "spec.roleArn")",
          R"("references": {"apiVersion": "v1", "resource": "ConfigMap",
             "path": "data.arn"})"),
       "references.apiVersion: Invalid value: \"v1\": a typed reference cannot "
       "read a kind of Kubernetes itself; use references"},
      {"Nor has a Deployment.",
       Of(R"("field": "spec.roleArn")",
          R"("references": {"group": "apps", "version": "v1",
             "resource": "Deployment", "path": "status.x"})"),
       "references.group: Invalid value: \"apps\": a typed reference cannot "
       "read a kind of Kubernetes itself; use references"},
      {"No version.",
       Of(R"("field": "spec.roleArn")",
          R"("references": {"service_name": "iam", "resource": "Role",
             "path": "status.arn"})"),
       "references.version: Required value: version is required"},
      {"Several fields.", Of(R"("field": "spec.rules[*].roleArn")"),
       "field: Invalid value: \"spec.rules[*].roleArn\": a typed reference "
       "fills one field, so [*] is not allowed"},
      {"A condition that is no text.",
       Of(R"("field": "spec.roleArn", "conditions": {"synced": [1]})"),
       "conditions.synced[0]: Invalid value: expected a string"},
      {"An unknown place of the reference.",
       Of(R"("field": "spec.roleArn", "refSource": "Observed")"),
       "refSource: Invalid value: \"Observed\": expected one of Composite, "
       "Desired"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(ParsedTyped(test.members).problems.Joined(),
              absl::StrCat("typedReferences[0].", test.want));
  }
}

}  // namespace
}  // namespace loom
