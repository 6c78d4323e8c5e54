// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

constexpr char kDefinitions[] =
    R"(apiVersion: apiextensions.crossplane.io/v1
kind: CompositeResourceDefinition
spec:
  group: example.org
  names: {kind: XApp}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {
    spec: {type: object, properties: {
      size: {type: integer}, name: {type: string}, ports: {type: array}}},
    status: {type: object, properties: {arn: {type: string}}}}}}}]
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: B}
  versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {
    spec: {type: object, properties: {
      size: {type: integer}, name: {type: string}, weight: {type: number},
      ports: {type: array}, port: {x-kubernetes-int-or-string: true}}},
    status: {type: object, properties: {arn: {type: string}}}}}}}]
)";

std::string Patched(const std::string& patch) {
  return ResourceWith(absl::StrCat("  patches: [{", patch, "}]\n"));
}

TEST(CheckPatchSchemas, ComparesPatchesWithSchemas) {
  const struct {
    const char* reason;
    const char* patch;
    const char* want;
  } tests[] = {
      {"What is there.", "fromFieldPath: spec.size, toFieldPath: spec.size",
       ""},
      {"An integer is a number.",
       "fromFieldPath: spec.size, toFieldPath: spec.weight", ""},
      {"An integer or a string.",
       "fromFieldPath: spec.name, toFieldPath: spec.port", ""},
      {"A source that is not there.",
       "fromFieldPath: spec.other, toFieldPath: spec.name",
       "6:29 schema/unknown-source resources[0].patches[0].fromFieldPath"},
      {"A destination that is not there.",
       "fromFieldPath: spec.name, toFieldPath: spec.other",
       "6:53 schema/unknown-destination resources[0].patches[0].toFieldPath"},
      {"The destination is the source.", "fromFieldPath: metadata.name", ""},
      {"The environment has no schema.",
       "type: FromEnvironmentFieldPath, fromFieldPath: other, toFieldPath: "
       "spec.size",
       ""},
      {"A field that nobody declares.",
       "type: ToCompositeFieldPath, fromFieldPath: status.arn, toFieldPath: "
       "status.other",
       "6:82 schema/status-undeclared resources[0].patches[0].toFieldPath"},
      {"A text into a number.",
       "fromFieldPath: spec.name, toFieldPath: spec.size",
       "6:53 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"It is converted.",
       "fromFieldPath: spec.name, toFieldPath: spec.size, transforms: [{type: "
       "convert, convert: {toType: int64}}]",
       ""},
      {"A list into a text.",
       "fromFieldPath: spec.ports, toFieldPath: spec.name",
       "6:54 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"What is combined is a text.",
       "type: CombineFromComposite, combine: {variables: [{fromFieldPath: "
       "spec.name}], strategy: string, string: {fmt: \"%s\"}}, toFieldPath: "
       "spec.size",
       "6:146 schema/type-mismatch resources[0].patches[0].toFieldPath"},
      {"A list that is merged.",
       "fromFieldPath: spec.ports, toFieldPath: spec.ports, policy: "
       "{toFieldPath: AppendArray}",
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({Patched(test.patch), kDefinitions}), test.want);
  }
}

TEST(CheckPatchSchemas, WithoutSchemasIsSilent) {
  EXPECT_EQ(Linted({Patched("fromFieldPath: a.b, toFieldPath: c.d")}), "");
}

TEST(CheckPatchSchemas, KnowsTheFixOfAPath) {
  LintReport report =
      LintOf({Patched("fromFieldPath: \"spec.nane\", toFieldPath: spec.name"),
              kDefinitions});
  ASSERT_EQ(report.findings.size(), 1u);
  ASSERT_TRUE(report.findings[0].fix.has_value());
  EXPECT_EQ(report.findings[0].fix->text, "spec.name");
  EXPECT_EQ(report.findings[0].fix->end - report.findings[0].fix->start, 9u);
}

}  // namespace
}  // namespace loom
