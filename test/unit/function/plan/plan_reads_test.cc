// SPDX-License-Identifier: Apache-2.0
// What a plan says that it reads of the objects of a call (data/fieldpath/reads.h).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "crossplane/kinds/definition.h"
#include "data/fieldpath/path.h"
#include "function/plan/plan.h"
#include "sections/shared/readiness_checks/kind_check.h"
#include "test/testing/call.h"
#include "test/unit/data/value/mask_text.h"

namespace loom {
namespace {

// The mask of these paths, and of what is always read. "*" is all, and "kinds" what is
// read of every kind that Kubernetes itself has.
std::string MaskOf(std::vector<std::string> paths, FieldMask mask = {}) {
  for (const char* path :
       {"apiVersion", "kind", "metadata.name", "metadata.namespace"}) {
    paths.emplace_back(path);
  }
  for (const std::string& path : paths) {
    if (path == "*") mask.AddAll();
    if (path == "kinds") {
      AddKindFields(&mask);
      continue;
    }
    AddPath(Path::Parse(path)->segments(), &mask);
  }
  return MaskText(mask);
}

TEST(PlanReads, OfTemplates) {
  using Paths = std::vector<std::string>;
  constexpr char kTemplate[] = R"({"apiVersion": "pt.fn.crossplane.io/v1",
      "resources": [{"name": "a", "base": {"kind": "K"}, "patches": [$0]}]})";
  const struct {
    const char* reason;
    const char* patch;
    Paths composite;
    Paths resource;
    Paths environment;
  } tests[] = {
      {"A patch from the composite.",
       R"({"fromFieldPath": "spec.a"})",
       {"spec.a"},
       {"status.conditions"},
       {}},
      {"A patch from the resource.",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.id"})",
       {},
       {"status.conditions", "status.id"},
       {}},
      {"Managed fields, if they are named.",
       R"({"type": "ToCompositeFieldPath",
           "fromFieldPath": "metadata.managedFields[0].manager"})",
       {},
       {"status.conditions", "metadata.managedFields.manager"},
       {}},
      {"A wildcard, and what follows it.",
       R"({"type": "ToCompositeFieldPath", "fromFieldPath": "status.*.id"})",
       {},
       {"status"},
       {}},
      {"The variables of a Combine patch.",
       R"({"type": "CombineFromEnvironment", "toFieldPath": "spec.x",
           "combine": {"strategy": "string", "string": {"fmt": "%s%s"},
           "variables": [{"fromFieldPath": "x.y"}, {"fromFieldPath": "z"}]}})",
       {},
       {"status.conditions"},
       {"x.y", "z"}},
      {"A patch to the environment changes all of it.",
       R"({"type": "ToEnvironmentFieldPath", "fromFieldPath": "spec.b"})",
       {},
       {"status.conditions", "spec.b"},
       {"*"}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto plan =
        Plan::Parse(StructBytes(absl::Substitute(kTemplate, test.patch)));
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ((*plan)->problems, "");
    // Whether the composite is a modern one, and where its connection Secret goes.
    FieldMask secret;
    secret.AddEmpty({"spec", "crossplane"});
    secret.Add({"spec", "writeConnectionSecretToRef"});
    secret.Add({"status", "conditions"});
    EXPECT_EQ(MaskText((*plan)->reads->composite),
              MaskOf(test.composite, secret));
    EXPECT_EQ(MaskText((*plan)->reads->Observed("a")), MaskOf(test.resource));
    EXPECT_EQ(MaskText((*plan)->reads->environment), MaskOf(test.environment));
  }
}

// A patch of a set is one for all templates that have it.
TEST(PlanReads, OfASetOfPatches) {
  constexpr char kTemplate[] = R"({"name": "$0", "base": {"kind": "K"},
      "patches": [{"type": "PatchSet", "patchSetName": "s"}]})";
  constexpr char kInput[] = R"({"apiVersion": "pt.fn.crossplane.io/v1",
      "patchSets": [{"name": "s", "patches": [{"type": "ToCompositeFieldPath",
          "fromFieldPath": "status.id"}]}], "resources": [$0]})";
  const std::string a = absl::Substitute(kTemplate, "a");
  const std::string b = absl::Substitute(kTemplate, "b");
  const struct {
    const char* reason;
    std::string templates;
    std::vector<std::string> of_a;
    std::vector<std::string> of_another;
  } tests[] = {
      {"Of one template.", a, {"status.conditions", "status.id"}, {}},
      {"Of several it counts for each resource.",
       absl::StrCat(a, ",", b),
       {"status.conditions", "status.id"},
       {"status.id"}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto plan =
        Plan::Parse(StructBytes(absl::Substitute(kInput, test.templates)));
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ((*plan)->problems, "");
    const Reads& reads = *(*plan)->reads;
    EXPECT_EQ(MaskText(reads.Observed("a")), MaskOf(test.of_a));
    EXPECT_EQ(MaskText(reads.Observed("c")), MaskOf(test.of_another));
  }
}

TEST(PlanReads, OfNativeSections) {
  using Paths = std::vector<std::string>;
  const char* const for_each =
      "metadata.annotations[loom.fn.crossplane.io/for-each]";
  const struct {
    const char* reason;
    const char* sections;
    Paths composite;
    Paths resource;
    Paths environment;
    Paths required;
  } tests[] = {
      {"A reference: its field may be kept, and its object be waited for.",
       R"("references": [{"target": {"resource": "a"},
           "toFieldPath": "spec.cidr", "fromObject": {"apiVersion": "x.example.org/v1",
           "kind": "Net", "nameFrom": {"composite": true, "fieldPath": "spec.net"},
           "namespaceFrom": {"environment": true, "fieldPath": "ns"},
           "fieldPath": "status.cidr"}}])",
       {"spec.net"},
       {"spec.cidr", "metadata.deletionTimestamp"},
       {"ns"},
       {"status.cidr", "status.conditions", "metadata.name"}},
      {"Labels, and what the objects are sorted by.",
       R"("references": [{"target": {"resource": "a"},
           "toFieldPath": "spec.ids", "fromObject": {"apiVersion": "x.example.org/v1",
           "kind": "Net", "matchLabels": [{"key": "a", "valueFrom":
           {"composite": true, "fieldPath": "spec.tier"}}],
           "selection": {"mode": "Multiple", "sortByFieldPath": "spec.rank"},
           "fieldPath": "status.id"}}])",
       {"spec.tier"},
       {"spec.ids", "metadata.deletionTimestamp"},
       {},
       {"status.id", "status.conditions", "spec.rank"}},
      {"References to what is there, by which other fields are filled.",
       R"("references": [
           {"target": {"resource": "b"}, "toFieldPath": "spec.x",
            "fromResource": {"name": "a", "fieldPath": "status.id"}},
           {"target": {"composite": true}, "toFieldPath": "status.y",
            "combine": {"fmt": "%s%s", "variables": [
              {"fromComposite": {"fieldPath": "spec.region"}},
              {"fromEnvironment": {"fieldPath": "zone"}}]}},
           {"target": {"resource": "b"}, "toFieldPath": "spec.z",
            "fromRequirement": {"name": "r", "fieldPath": "data.z"}}])",
       {"status.y", "spec.region", "metadata.deletionTimestamp"},
       {"status.id", "status.conditions", "spec.x", "spec.z",
        "metadata.deletionTimestamp"},
       {"zone"},
       {"data.z", "status.conditions"}},
      {"The fields of patches with expressions, which may be kept.",
       R"("resources": [{"name": "a", "base": {"kind": "K"}, "patches": [
           {"type": "FromExpression", "expression": "environment.x",
            "toFieldPath": "spec.x"},
           {"fromFieldPath": "spec.region", "toFieldPath": "spec.y",
            "transforms": [{"type": "expression",
                            "expression": "value + environment.y"}]}]}])",
       {"spec.region", "spec.writeConnectionSecretToRef"},
       {"spec.x", "spec.y", "status.conditions"},
       {"*"},
       {}},
      {"A reference that changes the environment.",
       R"("references": [{"target": {"environment": true}, "toFieldPath": "x",
           "fromComposite": {"fieldPath": "spec.x"}}])",
       {"spec.x"},
       {},
       {"*"},
       {}},
      {"A value that goes to a Secret, beside what refers to it.",
       R"("references": [{"obscured": {"target": {"resource": "a"},
           "refFieldPath": "spec.secretRef", "secret": {"key": "token"}},
           "fromComposite": {"fieldPath": "spec.x"}}])",
       {"spec.x"},
       {"data.token", "metadata.deletionTimestamp"},
       {},
       {}},
      {"References of the composite may read and fill anything.",
       R"("referencesFromComposite": {"fieldPath": "spec.references",
           "allowKinds": ["v1/ConfigMap"]})",
       {"spec.references"},
       {"*"},
       {},
       {"*"}},
      {"Typed references do not tell capital letters from small ones.",
       R"("typedReferences": [{"target": {"resource": "a"}, "field": "spec.vpcID",
           "references": {"service_name": "ec2", "version": "v1alpha1",
           "resource": "VPC", "path": "Status.VPCID"}}])",
       {"spec.vpcRef"},
       {"spec.vpcID", "metadata.deletionTimestamp"},
       {},
       {"*"}},
      {"External references.",
       R"("externalReferences": [{"target": {"resource": "a", "field": "spec.ref"},
           "kind": {"apiVersion": "x.example.org/v1", "kind": "Net"},
           "formats": [{"host": "x.example.org", "template": "nets/{net}"}],
           "fallbackPaths": ["status.selfLink"], "writeTo": "spec.net"}])",
       {},
       {"spec.ref", "spec.net", "metadata.deletionTimestamp"},
       {},
       {"status.externalRef", "status.selfLink"}},
      {"The identity of a resource.",
       R"("identities": [{"resource": "a", "publishTo": "status.names.a",
           "formats": [{"host": "x.example.org", "template": "nets/{net}"}],
           "from": {"net": {"fieldPath": "spec.resourceID",
                            "default": {"fieldPath": "metadata.name"}}}}])",
       {"status.names.a"},
       {"status.externalRef", "status.conditions", "spec.resourceID"},
       {},
       {}},
      {"Dependencies on what is ready.",
       R"("dependencies": [{"resource": "a", "dependsOn": [{"resource": "b"}]}])",
       {},
       {"kinds", for_each},
       {},
       {}},
      {"Dependencies on fields and conditions, in and outside of the "
       "composite.",
       R"("dependencies": [{"resource": "a", "when": "composite.spec.ha", "dependsOn": [
           {"resource": "b", "condition": {"fieldPath": "status.x", "nonEmpty": true}},
           {"name": "o", "condition": "Synced"}]}])",
       {"spec.ha"},
       {"status.x", for_each},
       {},
       {"status.conditions"}},
      {"An Object that refers to what it depends on.",
       R"("dependencies": [{"resource": "a", "mode": "Reference", "dependsOn": [
           {"resource": "b", "condition": "Exists"}]}])",
       {},
       {"spec.references", for_each},
       {},
       {}},
      {"A rule of readiness judges objects outside of the composite, too.",
       R"("readiness": {"kinds": [{"apiVersion": "x.example.org/*", "kind": "Net",
           "readyWhen": "object.status.phase == 'Up'"}]},
          "dependencies": [{"resource": "a", "dependsOn": [{"name": "o"}]}])",
       {},
       {"kinds", "status.phase", for_each},
       {},
       {"kinds", "status.phase"}},
      {"Connection details, which may be kept in their Secret.",
       R"("connectionDetails": [
           {"name": "host", "fromFieldPath": {"resource": "a",
                                              "fieldPath": "status.address"}},
           {"name": "port", "fromExpression": "composite.spec.port"}])",
       {"spec.port", "spec.writeConnectionSecretToRef"},
       {"status.address", "data"},
       {},
       {}},
      {"Connection details of an Object.",
       R"("objectConnectionDetails": [{"resource": "a", "details": [
           {"apiVersion": "v1", "kind": "Secret", "fieldPath": "data.x",
            "nameFrom": {"composite": true, "fieldPath": "spec.secret"},
            "toConnectionSecretKey": "x"}]}])",
       {"spec.secret"},
       {"spec.connectionDetails", "spec.writeConnectionSecretToRef"},
       {},
       {}},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    auto plan = Plan::Parse(StructBytes(
        absl::StrCat(R"({"apiVersion": "loom.fn.crossplane.io/v1beta1", )",
                     test.sections, "}")));
    ASSERT_TRUE(plan.ok()) << plan.status();
    ASSERT_EQ((*plan)->problems, "");
    FieldMask composite;
    composite.Add({"status", "conditions"});
    if (absl::StrContains(test.sections, "\"connectionDetails\"") ||
        absl::StrContains(test.sections, "\"resources\"")) {
      composite.AddEmpty({"spec", "crossplane"});
    }
    const Reads& reads = *(*plan)->reads;
    EXPECT_EQ(MaskText(reads.composite), MaskOf(test.composite, composite));
    EXPECT_EQ(MaskText(reads.Observed("a")), MaskOf(test.resource));
    EXPECT_EQ(MaskText(reads.environment), MaskOf(test.environment));
    FieldMask required;
    Definition::AddReads(&required);
    EXPECT_EQ(MaskText(reads.required), MaskOf(test.required, required));
  }
}

}  // namespace
}  // namespace loom
