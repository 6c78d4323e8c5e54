// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

constexpr char kWriter[] =
    "- name: b\n  base: {apiVersion: example.org/v1, kind: C}\n  patches: "
    "[{type: ToCompositeFieldPath, fromFieldPath: status.id, toFieldPath: "
    "status.id}]\n";

TEST(CheckFlow, TellsWhatAResourceIsWithoutAValue) {
  const struct {
    const char* reason;
    const char* patch;
    const char* others;
    const char* want;
  } tests[] = {
      {"The value may go.", "fromFieldPath: status.id, toFieldPath: spec.id",
       "", "6:29 patch/vanishing resources[0].patches[0].fromFieldPath"},
      {"Another resource writes it later.",
       "fromFieldPath: status.id, toFieldPath: spec.id", kWriter,
       "6:29 patch/next-reconcile resources[0].patches[0].fromFieldPath"},
      {"Another resource writes a part of it.",
       "fromFieldPath: status, toFieldPath: spec.id", kWriter, ""},
      {"A required value keeps the resource back.",
       "fromFieldPath: status.id, toFieldPath: spec.id, policy: "
       "{fromFieldPath: Required}",
       kWriter, ""},
      {"With the default in writing, the author has decided.",
       "fromFieldPath: status.id, toFieldPath: spec.id, policy: "
       "{fromFieldPath: Optional}",
       kWriter, ""},
      {"Another patch waits for the same resource.",
       "fromFieldPath: status.id, toFieldPath: spec.id}, {fromFieldPath: "
       "status.id, toFieldPath: spec.other, policy: {fromFieldPath: Required}",
       kWriter, ""},
      {"The other resource waits for this one.",
       "fromFieldPath: status.id, toFieldPath: spec.id}, {type: "
       "ToCompositeFieldPath, fromFieldPath: status.name, toFieldPath: "
       "status.name",
       "- name: b\n  base: {apiVersion: example.org/v1, kind: C}\n  patches: "
       "[{type: ToCompositeFieldPath, fromFieldPath: status.id, toFieldPath: "
       "status.id}, {fromFieldPath: status.name, toFieldPath: spec.name, "
       "policy: {fromFieldPath: Required}}]\n",
       ""},
      {"A field of the spec stays.",
       "fromFieldPath: spec.id, toFieldPath: spec.id", "", ""},
      {"An annotation is not the object's desire.",
       "fromFieldPath: status.id, toFieldPath: metadata.annotations.id", "",
       ""},
      {"The resource itself writes it.",
       "type: ToCompositeFieldPath, fromFieldPath: status.id, toFieldPath: "
       "status.id",
       "", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({ResourceWith(absl::StrCat("  patches: [{", test.patch,
                                                "}]\n", test.others))}),
              test.want);
  }
}

// A Composition whose resource `a` reads what `b` writes.
std::string WithSteps(absl::string_view before, absl::string_view after) {
  return absl::StrCat(
      "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
      "metadata: {name: apps}\nspec:\n  compositeTypeRef: {apiVersion: "
      "example.org/v1, kind: XApp}\n  mode: Pipeline\n  pipeline:\n",
      before,
      "  - step: compose\n    functionRef: {name: "
      "function-patch-and-transform}\n    input:\n      apiVersion: "
      "pt.fn.crossplane.io/v1beta1\n      kind: Resources\n      resources:\n"
      "      - name: a\n        base: {apiVersion: example.org/v1, kind: B}\n"
      "        patches: [{fromFieldPath: status.id, toFieldPath: spec.id}]\n"
      "      - name: b\n        base: {apiVersion: example.org/v1, kind: C}\n"
      "        patches: [{type: ToCompositeFieldPath, fromFieldPath: "
      "status.id, toFieldPath: status.id}]\n",
      after);
}

std::string Sequence(absl::string_view names) {
  return absl::StrCat(
      "  - step: order\n    functionRef: {name: function-sequencer}\n    "
      "input: {apiVersion: sequencer.fn.crossplane.io/v1beta1, kind: Input, "
      "rules: [{sequence: [",
      names, "]}]}\n");
}

TEST(CheckFlow, ASequenceMayWithholdTheResource) {
  EXPECT_EQ(Linted({WithSteps("", "")}),
            "16:35 patch/next-reconcile "
            "spec.pipeline[0].input.resources[0].patches[0].fromFieldPath");
  EXPECT_EQ(Linted({WithSteps("", Sequence("b, a"))}), "");
  EXPECT_EQ(Linted({WithSteps("", Sequence("a, b"))}), "");
}

TEST(CheckFlow, ABaseGivesAValueUntilThen) {
  EXPECT_EQ(
      Linted({"apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\n"
              "resources:\n- name: a\n  base: {apiVersion: example.org/v1, "
              "kind: B, spec: {id: none}}\n  patches: [{fromFieldPath: "
              "status.id, toFieldPath: spec.id}]\n"}),
      "");
}

}  // namespace
}  // namespace loom
