// SPDX-License-Identifier: Apache-2.0
// `lint` looks at every place of the schema that reads or writes a field: at each one, an
// input that names a field which the XRD or the CRD does not have is reported. There is
// no list of places here; what the schema gains is tested.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "test/suites/package/parsed_sample.h"
#include "tools/lint/lint.h"

namespace loom {
namespace {

using Node = Schema::Node;

constexpr char kXrd[] = R"(
apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
metadata: {name: xapps.example.org}
spec:
  group: example.org
  names: {kind: XApp, plural: xapps}
  versions:
  - name: v1
    served: true
    referenceable: true
)";
// The kind that all samples have.
constexpr char kCrd[] = R"(---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.a}
spec:
  group: a
  scope: Namespaced
  names: {kind: a, plural: as}
  versions:
  - name: a
    served: true
    storage: true
)";
// The schema of both.
constexpr char kSchema[] = R"(    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              region: {type: string}
          status:
            type: object
            properties:
              region: {type: string}
)";

constexpr char kComposition[] = R"(
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: a}
spec:
  compositeTypeRef: {apiVersion: example.org/v1, kind: XApp}
  mode: Pipeline
  pipeline:
  - step: a
    functionRef: {name: function-loom}
    input: )";

// Whether it is a path, by its name; policies of paths are named so, too.
bool IsFieldPath(const Node& node) {
  return Keyword(node, "type") == "\"string\"" &&
         Find(node, "enum") == nullptr &&
         (absl::EndsWith(node.place, "FieldPath") ||
          absl::EndsWith(node.place, ".fieldPath"));
}

// A resource that uses the patch set, and that sections about resources find.
constexpr char kResource[] =
    R"([{"name": "a", "base": {"apiVersion": "a/a", "kind": "a"},
         "patches": [{"type": "PatchSet", "patchSetName": "a"}]}])";

// Whether lint reports the place of a sample.
bool Reports(const Overrides& overrides, const std::string& place) {
  Corpus corpus;
  corpus.AddText("schemas.yaml", absl::StrCat(kXrd, kSchema, kCrd, kSchema));
  corpus.AddText("a.yaml", kComposition + TheSchema().Sample(overrides));
  corpus.Sort();
  for (const Diagnostic& finding : Lint(corpus, {}).findings) {
    // The patches of a set are named by the set.
    const std::string path =
        absl::StrReplaceAll(finding.path, {{"patchSets[a].", "patchSets[0]."}});
    if (path == absl::StrCat("spec.pipeline[0].input.", place) &&
        absl::StrContains(finding.message, "regoin")) {
      return true;
    }
  }
  return false;
}

// Whether lint reports the place if it names a field that is not there, with one of the
// types with which the place is read.
bool IsSeen(const Node& node) {
  std::optional<Overrides> types = TypesRefusing(node, "1");
  if (!types.has_value()) {
    ADD_FAILURE() << node.place << " takes any value";
    return false;
  }
  Overrides overrides = *types;
  if (!absl::StartsWith(node.place, "resources")) {
    overrides["resources"] = kResource;
  }
  const std::string type = MemberPlace(Parent(node.place), "type");
  std::set<std::string> choices = {overrides[type]};  // "" for no type
  for (const Node& each : TheSchema().nodes()) {
    if (each.place != type) continue;
    for (const std::string& name : Texts(each, "enum")) {
      choices.insert(absl::StrCat("\"", name, "\""));
    }
  }
  const char* root = IsExpression(node) ? "composite." : "";
  for (const std::string& choice : choices) {
    overrides.erase(type);
    if (!choice.empty()) overrides[type] = choice;
    // Of the composite only the status may be written.
    for (const char* member : {"spec", "status"}) {
      overrides[node.place] = absl::StrCat("\"", root, member, ".regoin\"");
      if (ProblemsOf(overrides).empty() && Reports(overrides, node.place)) {
        return true;
      }
    }
  }
  return false;
}

// The ends of the places that lint does not look at today. The first ones have no schema;
// no other one may be added.
constexpr const char* kNotSeenYet[] = {
    // the environment and the context
    "environment.configs[0].toFieldPath",
    "providerConfig.from[0].environment.fieldPath",
    ".fromEnvironment.fieldPath",
    ".fromContext.fieldPath",
    // namespaces of objects, and their labels
    ".namespaceFromFieldPath",
    ".valueFromFieldPath",
    // objects of other kinds
    ".sortByFieldPath",
    ".fromObject.fieldPath",
    ".fromRef.fieldPath",
    ".fromRequirement.fieldPath",
    ".obscured.refFieldPath",
    "objectConnectionDetails[0].details[0].fieldPath",
    "readiness.kinds[0].checks[0].fieldPath",
    "readiness.rules[0].checks[0].fieldPath",
    // the rest
    "referencesFromComposite.fieldPath",
    "identities[0].from.key.fieldPath",
    "identities[0].from.key.default.fieldPath",
    "providerConfig.from[0].composite.fieldPath",
    "writeConnectionSecretToRef.patches[0].fromFieldPath",
    "writeConnectionSecretToRef.patches[0].combine.variables[0].fromFieldPath",
    "writeConnectionSecretToRef.patches[0].toFieldPath",
};

TEST(LintCoverage, EveryExpressionAndEveryFieldPathIsSeen) {
  std::set<std::string> used;
  for (const Node& node : TheSchema().nodes()) {
    if (!IsFieldPath(node) && !IsExpression(node)) continue;
    const auto* listed = std::find_if(
        std::begin(kNotSeenYet), std::end(kNotSeenYet),
        [&](const char* end) { return absl::EndsWith(node.place, end); });
    const bool is_listed = listed != std::end(kNotSeenYet);
    if (is_listed) used.insert(*listed);
    EXPECT_NE(IsSeen(node), is_listed)
        << node.place
        << (is_listed ? " is seen now: take it from kNotSeenYet" : "");
  }
  for (const char* end : kNotSeenYet) {
    EXPECT_TRUE(used.contains(end)) << "the schema has no " << end;
  }
}

}  // namespace
}  // namespace loom
