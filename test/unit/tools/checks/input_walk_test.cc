// SPDX-License-Identifier: Apache-2.0
#include "tools/checks/input_walk.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

constexpr char kTextInputWalk[] = R"(apiVersion: pt.fn.crossplane.io/v1beta1
environment:
  patches:
  - {fromFieldPath: spec.e}
patchSets:
- name: s
  patches:
  - {fromFieldPath: spec.s, toFieldPath: spec.t, policy: {fromFieldPath: Required}}
resources:
- name: a
  base: {kind: B}
  patches:
  - {fromFieldPath: spec.p, policy: {toFieldPath: MergeObjects}}
  - {type: PatchSet, patchSetName: s}
  - {type: PatchSet, patchSetName: none}
  - {type: Unknown, fromFieldPath: a}
  - {fromFieldPath: 'a['}
- name: b
)";

std::string Reported(const std::vector<LintPatch>& patches) {
  std::string text;
  for (const LintPatch& patch : patches) {
    absl::StrAppend(&text, patch.place, " ", patch.from.text(), ">",
                    patch.to.text(), patch.required ? " required" : "",
                    patch.merges ? " merges" : "", "\n");
  }
  return text;
}

TEST(InputWalk, ListsPatchesInTheirOrder) {
  Corpus corpus;
  corpus.AddText("f", kTextInputWalk);
  corpus.Sort();
  const LintInput& input = *corpus.inputs()[0];
  std::vector<LintResource> resources = ResourcesOf(input);
  ASSERT_EQ(resources.size(), 2u);
  EXPECT_EQ(Reported(resources[0].patches),
            "resources[0].patches[0] spec.p>spec.p merges\n"
            "patchSets[0].patches[0] spec.s>spec.t required\n");
  EXPECT_NE(resources[0].base, nullptr);
  EXPECT_EQ(resources[1].place, "resources[1]");
  EXPECT_EQ(resources[1].base, nullptr);
  EXPECT_EQ(Reported(AllPatchesOf(input)),
            "environment.patches[0] spec.e>spec.e\n"
            "patchSets[0].patches[0] spec.s>spec.t required\n"
            "resources[0].patches[0] spec.p>spec.p merges\n");
}

}  // namespace
}  // namespace loom
