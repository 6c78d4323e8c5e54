// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Patches(const std::string& patches,
                    const std::string& spec = "{}") {
  return "apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\n"
         "resources:\n- name: a\n  base: {apiVersion: example.org/v1, kind: B, "
         "spec: " +
         spec + "}\n  patches:\n" + patches;
}

TEST(CheckPatches, FindsWhatIsWrittenInVain) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"A field of the composite outside of its status.",
       Patches("  - {type: ToCompositeFieldPath, fromFieldPath: status.a, "
               "toFieldPath: spec.a}\n"),
       "7:72 path/no-effect resources[0].patches[0].toFieldPath"},
      {"One below status.",
       Patches("  - {type: ToCompositeFieldPath, fromFieldPath: status.a}\n"),
       ""},
      {"A hole.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: "
               "'spec.l[1]'}\n"),
       "7:42 path/hole resources[0].patches[0].toFieldPath"},
      {"The base fills it.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: 'spec.l[1]'}\n",
               "{l: [x]}"),
       ""},
      {"A patch fills it.",
       Patches("  - {fromFieldPath: spec.b, toFieldPath: 'spec.l[0]'}\n"
               "  - {fromFieldPath: spec.a, toFieldPath: 'spec.l[1]'}\n"),
       ""},
      {"A wildcard without a list.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: 'spec.l[*].a'}\n"),
       "7:42 path/wildcard resources[0].patches[0].toFieldPath"},
      {"With a list.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: 'spec.l[*].a'}\n",
               "{l: [{}]}"),
       ""},
      {"A patch that is always overwritten.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: spec.n}\n"
               "  - {fromFieldPath: metadata.name, toFieldPath: spec.n}\n"),
       "7:42 patch/overwritten resources[0].patches[0].toFieldPath"},
      {"One of a set, by the resource that uses the set.",
       Patches("  - {type: PatchSet, patchSetName: s}\n"
               "  - {fromFieldPath: metadata.name, toFieldPath: spec.n}\n"
               "patchSets:\n- name: s\n  patches:\n"
               "  - {fromFieldPath: spec.a, toFieldPath: spec.n}\n"),
       ""},
      {"One of a set, by the same set.",
       Patches("  - {type: PatchSet, patchSetName: s}\n"
               "patchSets:\n- name: s\n  patches:\n"
               "  - {fromFieldPath: spec.a, toFieldPath: spec.n}\n"
               "  - {fromFieldPath: metadata.name, toFieldPath: spec.n}\n"),
       "11:42 patch/overwritten patchSets[0].patches[0].toFieldPath"},
      {"One that is overwritten if there is a value.",
       Patches("  - {fromFieldPath: spec.a, toFieldPath: spec.n}\n"
               "  - {fromFieldPath: spec.b, toFieldPath: spec.n}\n"),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

}  // namespace
}  // namespace loom
