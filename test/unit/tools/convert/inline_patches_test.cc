// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/inline_patches.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/convert/converter.h"

namespace loom {
namespace {

constexpr char kInlineHead[] = R"(apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: a}
spec:
  compositeTypeRef: {apiVersion: e.org/v1, kind: A}
  mode: Pipeline
  pipeline:
  - step: weave
    functionRef: {name: function-loom}
    input:
      apiVersion: loom.fn.crossplane.io/v1beta1
      kind: Input
)";

// What becomes of the sections of an input.
std::string Inlined(const std::string& sections) {
  std::string text = kInlineHead;
  for (absl::string_view line : absl::StrSplit(sections, '\n')) {
    if (!line.empty()) absl::StrAppend(&text, "      ", line, "\n");
  }
  auto result = ConvertDocument(text, {.inlines = true});
  EXPECT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->remarks.refusals.empty());
  std::string after = result->text.substr(sizeof(kInlineHead) - 1);
  std::string lines;
  for (absl::string_view line : absl::StrSplit(after, '\n')) {
    if (!line.empty()) absl::StrAppend(&lines, line.substr(6), "\n");
  }
  return lines;
}

TEST(InlinePatches, BecomeValuesOfTheTemplate) {
  EXPECT_EQ(Inlined(R"(resources:
- name: a  # the first
  base:
    apiVersion: e.org/v1
    kind: A
    spec:
      size: 1  # small
  patches:
  - fromFieldPath: spec.region
    toFieldPath: spec.region
  - fromFieldPath: metadata.labels[e.org/team]
    toFieldPath: metadata.labels[team]
    policy: {fromFieldPath: Required}
  - {type: FromEnvironmentFieldPath, fromFieldPath: tags.all, toFieldPath: spec.tags}
  - fromFieldPath: status.id
    toFieldPath: spec.deep.er.id
  readinessChecks: [{type: None}]
)"),
            R"(resources:
- name: a  # the first
  template:
    apiVersion: e.org/v1
    kind: A
    spec:
      size: 1  # small
      region: ${composite.spec.?region}
      tags: ${environment.?tags.all}
      deep:
        er:
          id: ${composite.?status.id}
    metadata:
      labels:
        team: ${composite.metadata.labels['e.org/team']}
  readinessChecks: [{type: None}]
)");
  EXPECT_EQ(Inlined(R"(resources:
- name: a
  base: {apiVersion: e.org/v1, kind: A, data: {"a:b": "c, d"}}
  patches:
  - fromFieldPath: spec.region
)"),
            R"(resources:
- name: a
  template: {apiVersion: e.org/v1, kind: A, data: {a:b: "c, d"}, spec: {region: "${composite.spec.?region}"}}
)");
}

TEST(InlinePatches, StayWhereATemplateMeansSomethingElse) {
  constexpr char kBase[] = R"(resources:
- name: a
  base:
    apiVersion: e.org/v1
    kind: A
    spec:
      size: 1
      list: [1]
      text: x
  patches:
)";
  const struct {
    const char* reason;
    const char* patches;
  } tests[] = {
      {"It has transforms.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.a\n    transforms:\n"
       "    - {type: math, math: {type: Multiply, multiply: 2}}\n"},
      {"The base has a value there, or above it.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.size\n"
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.text.x\n"},
      {"An element of a list, and all of them.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.list[0]\n"
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.other[*].x\n"},
      {"Two patches write there.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.a\n"
       "  - fromFieldPath: spec.b\n    toFieldPath: spec.a.b\n"},
      {"It merges.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.a\n"
       "    policy: {toFieldPath: MergeObjects}\n"},
      {"It warns of what another resource writes later.",
       "  - fromFieldPath: status.a\n    toFieldPath: spec.a\n"
       "    policy: {fromFieldPath: Required}\n"},
      {"It computes.",
       "  - type: FromExpression\n    expression: composite.spec.a\n"
       "    toFieldPath: spec.a\n"},
      {"It writes to the composite.",
       "  - type: ToCompositeFieldPath\n    fromFieldPath: spec.size\n"
       "    toFieldPath: status.size\n"},
      {"It says what the object is.",
       "  - fromFieldPath: spec.a\n    toFieldPath: kind\n"},
      {"It has a comment.",
       "  # why\n  - fromFieldPath: spec.a\n    toFieldPath: spec.a\n"},
      {"A set that there is not may write anything.",
       "  - fromFieldPath: spec.a\n    toFieldPath: spec.a\n"
       "  - {type: PatchSet, patchSetName: gone}\n"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const std::string before = absl::StrCat(kBase, test.patches);
    EXPECT_EQ(Inlined(before), before);
  }
  constexpr char kOpening[] =
      "resources:\n- name: a\n  base:\n    apiVersion: v1\n    kind: A\n"
      "    data: {run: \"echo ${HOME}\"}\n  patches:\n"
      "  - fromFieldPath: spec.a\n    toFieldPath: data.a\n";
  EXPECT_EQ(Inlined(kOpening), kOpening);
}

TEST(InlinePatches, LeaveTheOthersBehind) {
  EXPECT_EQ(Inlined(R"(patchSets:
- name: s
  patches:
  - fromFieldPath: spec.b
    toFieldPath: spec.b
resources:
- name: a
  base:
    apiVersion: e.org/v1
    kind: A
  patches:
  - fromFieldPath: spec.a
    toFieldPath: spec.a
  - {type: PatchSet, patchSetName: s}
  - fromFieldPath: spec.b
    toFieldPath: spec.b
)"),
            R"(patchSets:
- name: s
  patches:
  - fromFieldPath: spec.b
    toFieldPath: spec.b
resources:
- name: a
  template:
    apiVersion: e.org/v1
    kind: A
    spec:
      a: ${composite.spec.?a}
  patches:
  - {type: PatchSet, patchSetName: s}
  - fromFieldPath: spec.b
    toFieldPath: spec.b
)");
}

TEST(MergeOptions, OfAStepBecomeAPolicy) {
  auto result = ConvertDocument(
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "metadata: {name: a}\nspec:\n"
      "  compositeTypeRef: {apiVersion: e.org/v1, kind: A}\n"
      "  mode: Pipeline\n  pipeline:\n  - step: a\n"
      "    functionRef: {name: function-patch-and-transform}\n    input:\n"
      "      apiVersion: pt.fn.crossplane.io/v1beta1\n      kind: Resources\n"
      "      resources:\n      - name: a\n"
      "        base: {apiVersion: e.org/v1, kind: A}\n        patches:\n"
      "        - fromFieldPath: spec.a\n          policy:\n"
      "            mergeOptions: {keepMapValues: true, appendSlice: true}\n",
      {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->status, DocumentResult::Status::kConverted);
  EXPECT_NE(result->text.find("toFieldPath: MergeObjectsAppendArrays"),
            std::string::npos)
      << result->text;
}

}  // namespace
}  // namespace loom
