// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Section(const std::string& members, const std::string& to) {
  return absl::StrCat(
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n"
      "providerConfig: {",
      members,
      "}\nresources:\n- name: a\n  base: {apiVersion: example.org/v1, kind: "
      "B}\n  patches:\n  - fromFieldPath: spec.a\n    toFieldPath: ",
      to, "\n");
}

TEST(CheckProviderConfigs, FindsSettingsThatWorkAgainstEachOther) {
  const struct {
    const char* reason;
    const char* members;
    const char* to;
    const char* want;
  } tests[] = {
      {"Nothing wrong.", "labelKey: example.org/config, kindLabelKey: kind",
       "spec.a", ""},
      {"A space in a key.", "labelKey: a b", "spec.a",
       "3:28 provider-config/label-key providerConfig.labelKey"},
      {"A domain in capitals.", "labelKey: Example.org/a", "spec.a",
       "3:28 provider-config/label-key providerConfig.labelKey"},
      {"Two slashes.", "ignoreLabelKey: a/b/c", "spec.a",
       "3:34 provider-config/label-key providerConfig.ignoreLabelKey"},
      {"A key that is copied.", "nestedComposites: {copyLabels: [a, b_]}",
       "spec.a",
       "3:53 provider-config/label-key "
       "providerConfig.nestedComposites.copyLabels[1]"},
      {"Included and excluded.",
       "targets: {include: [{kind: B}], exclude: [{kind: B}]}", "spec.a",
       "3:38 provider-config/targets providerConfig.targets.include[0]"},
      {"A patch that is overwritten.", "required: true",
       "spec.providerConfigRef.name",
       "9:18 provider-config/overwritten resources[0].patches[0].toFieldPath"},
      {"One that stays.", "policy: IfNotPresent", "spec.providerConfigRef.name",
       ""},
      {"Targets may leave the resource out.", "targets: {exclude: [{kind: B}]}",
       "spec.providerConfigRef.name", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({Section(test.members, test.to)}), test.want);
  }
}

}  // namespace
}  // namespace loom
