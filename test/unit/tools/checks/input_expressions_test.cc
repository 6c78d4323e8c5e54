// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tools/checks/input_walk.h"

namespace loom {
namespace {

constexpr char kTextInputExpressions[] =
    R"(apiVersion: loom.fn.crossplane.io/v1beta1
kind: Input
condition: "e0"
environment:
  configs:
  - {ref: {name: a}}
  - {type: ConfigMap, ref: {name: a, namespaceFromExpression: n1}}
  patches:
  - {type: FromExpression, expression: e1, toFieldPath: a}
extraResources:
- {into: a, apiVersion: v1, kind: ConfigMap, ref: {name: a}, namespaceFromExpression: n2}
patchSets:
- name: s
  patches:
  - {type: FromExpression, expression: e2, toFieldPath: spec.a}
resources:
- name: r
  condition: e3
  forEach: {items: composite.spec.zones, key: e5}
  patches:
  - {type: PatchSet, patchSetName: s}
  - fromFieldPath: spec.a
    transforms: [{type: convert, convert: {toType: string}}, {type: expression, expression: e6}]
  connectionDetails:
  - {name: a, type: FromExpression, expression: e7}
writeConnectionSecretToRef:
  patches:
  - {type: FromExpression, expression: e8, toFieldPath: name}
dependencies:
- {resource: a, dependsOn: [{resource: b, condition: Ready}], when: e9}
connectionDetails:
- {name: a, fromExpression: e10}
readiness:
  rules: [{resource: a, readyWhen: e11}]
  kinds: [{apiVersion: v1, kind: A, readyWhen: e12}]
references:
- target: {resource: r}
  toFieldPath: spec.b
  fromComposite: {fieldPath: spec.b}
  transforms: [{type: expression, expression: e13}]
)";

std::string ExpressionsIn(const LintInput& input,
                          const std::vector<LintResource>& resources) {
  std::string reported;
  for (const LintExpression& each : ExpressionsOf(input, resources)) {
    absl::StrAppend(&reported, each.place, " ", each.text,
                    each.resource == nullptr ? "" : " of a resource", "\n");
  }
  return reported;
}

TEST(InputExpressions, AreFoundWhereverTheyStand) {
  Corpus corpus;
  corpus.AddText("a.yaml", kTextInputExpressions);
  corpus.Sort();
  const LintInput& input = *corpus.inputs().at(0);
  const std::vector<LintResource> resources = ResourcesOf(input);
  EXPECT_EQ(ExpressionsIn(input, resources),
            "environment.configs[1].ref.namespaceFromExpression n1\n"
            "environment.patches[0].expression e1\n"
            "extraResources[0].namespaceFromExpression n2\n"
            "references[0].transforms[0].expression e13\n"
            "patchSets[0].patches[0].expression e2\n"
            "resources[0].forEach.items composite.spec.zones of a resource\n"
            "resources[0].forEach.key e5 of a resource\n"
            "resources[0].condition e3 of a resource\n"
            "resources[0].patches[1].transforms[1].expression e6 of a "
            "resource\n"
            "resources[0].connectionDetails[0].expression e7 of a resource\n"
            "writeConnectionSecretToRef.patches[0].expression e8\n"
            "dependencies[0].when e9\n"
            "readiness.rules[0].readyWhen e11\n"
            "readiness.kinds[0].readyWhen e12\n"
            "connectionDetails[0].fromExpression e10\n"
            "condition e0\n");
  std::optional<ExpressionRead> list = ListOf(resources.at(0));
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->name, "composite");
  EXPECT_EQ(list->path.size(), 2u);
}

TEST(InputExpressions, AreFoundInTheOutputAndInUnusedPatchSets) {
  Corpus corpus;
  corpus.AddText(
      "a.yaml",
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n"
      "output: {a: '${e1} and ${e2}'}\n"
      "patchSets:\n- name: s\n  patches:\n"
      "  - {type: FromExpression, expression: e3, toFieldPath: a}\n");
  corpus.Sort();
  EXPECT_EQ(ExpressionsIn(*corpus.inputs().at(0), {}),
            "patchSets[0].patches[0].expression e3\n"
            "output.a e1\n"
            "output.a e2\n");
}

TEST(InputExpressions, HaveTypesThatAreKnownBeforeTheyRun) {
  struct Case {
    const char* reason;
    const char* expression;
    const char* want;
  };
  const Case kCases[] = {
      {"a comparison", "composite.spec.n > 1", "boolean"},
      {"a whole number", "1 + 2", "integer"},
      {"a number", "0.5 * 3.0", "number"},
      {"a text", "'a' + key", "string"},
      {"a list", "[1].map(x, x)", "array"},
      {"a map", "{'a': 1}", "object"},
      {"a field may be anything", "composite.spec.n", ""},
      {"it may be nothing", "composite.spec.?n", " or nothing"},
      {"a text or nothing", "optional.of('a')", "string or nothing"},
      {"a time is none that schemas name", "duration('1s')", ""},
      {"no expression", "1 +", ""},
      {"no such name", "nope", ""},
  };
  for (const Case& c : kCases) {
    const StaticType type = StaticTypeOf(c.expression);
    EXPECT_EQ(absl::StrCat(type.name, type.may_be_absent ? " or nothing" : ""),
              c.want)
        << c.reason;
  }
}

}  // namespace
}  // namespace loom
