// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

std::string Of(const std::string& base, const std::string& more = "") {
  return "apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\n"
         "resources:\n- name: a\n  base: " +
         base + "\n" + more;
}

TEST(CheckReadiness, KnowsKindsWithoutReady) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"A kind of the core.", Of("{apiVersion: v1, kind: ConfigMap}"),
       "5:32 ready/never resources[0].base.kind"},
      {"A Pod has the condition.", Of("{apiVersion: v1, kind: Pod}"), ""},
      {"The kind of another group.",
       Of("{apiVersion: example.org/v1, kind: ConfigMap}"), ""},
      {"A provider config.",
       Of("{apiVersion: aws.upbound.io/v1beta1, kind: ProviderConfig}"),
       "5:52 ready/never resources[0].base.kind"},
      {"Checks of its own.",
       Of("{apiVersion: v1, kind: ConfigMap}",
          "  readinessChecks: [{type: None}]\n"),
       ""},
      {"A patch changes what it is.",
       Of("{apiVersion: v1, kind: ConfigMap}",
          "  patches: [{fromFieldPath: spec.kind, toFieldPath: kind}]\n"),
       ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

// An input with these members of the section, and a resource of that base.
std::string WithReadinessCheck(const std::string& readiness,
                               const std::string& base) {
  return "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n"
         "readiness: {" +
         readiness + "}\nresources:\n- name: a\n  base: " + base + "\n";
}

TEST(CheckReadiness, KnowsWhatTheSectionSays) {
  const std::string config_map = "{apiVersion: v1, kind: ConfigMap}";
  const std::string budget =
      "{apiVersion: policy/v1, kind: PodDisruptionBudget}";
  const std::string role =
      "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role}";
  const std::string never = "6:32 ready/never resources[0].base.kind";
  const std::string budget_never = "6:39 ready/never resources[0].base.kind";
  const struct {
    const char* reason;
    std::string readiness;
    std::string base;
    std::string want;
  } tests[] = {
      {"The table knows the kind.", "", config_map, ""},
      {"The table does not count.", "builtIn: false", config_map, never},
      {"The section is about others.", "resources: [b]", config_map, never},
      {"The table does not know the kind.", "", budget, budget_never},
      {"The table knows that a role has no condition.", "", role, ""},
      {"A rule for the name.", "rules: [{resource: a, ready: Exists}]", budget,
       ""},
      {"A rule for another name.", "rules: [{resource: b, ready: Exists}]",
       budget, budget_never},
      {"A rule for the kind.",
       "kinds: [{apiVersion: policy/*, kind: PodDisruptionBudget, "
       "ready: Exists}]",
       budget, ""},
      {"A rule that wants the condition.", "rules: [{resource: a}]", config_map,
       never},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({WithReadinessCheck(test.readiness, test.base)}),
              test.want);
  }
}

TEST(CheckReadiness, NamesTheComposite) {
  LintReport report = LintOf(
      {Of("{apiVersion: v1, kind: ConfigMap}"),
       "apiVersion: apiextensions.crossplane.io/v1\n"
       "kind: CompositeResourceDefinition\nspec: {names: {kind: XApp}}\n"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].message,
            "a ConfigMap never has a Ready condition, so the XApp never "
            "becomes ready");
}

TEST(CheckReadiness, AdvisesWhatTheInputHas) {
  const struct {
    const char* reason;
    const char* input;
    const char* want;
  } tests[] = {
      {"a drop-in input has no section",
       "apiVersion: pt.fn.crossplane.io/v1beta1\nkind: Resources\nresources:\n"
       "- {name: a, base: {apiVersion: v1, kind: ConfigMap}}\n",
       "add readinessChecks: [{type: None}]"},
      {"the table knows the kind",
       "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nresources:\n"
       "- {name: a, base: {apiVersion: v1, kind: ConfigMap}}\n",
       "add readiness: {} to the input, which decides for all its resources"},
      {"one that is ready later",
       "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nresources:\n"
       "- {name: a, base: {apiVersion: apps/v1, kind: Deployment}}\n",
       "add readiness: {} to the input, which decides for all its resources"},
      {"the table does not know it",
       "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nresources:\n"
       "- {name: a, base: {apiVersion: aws.crossplane.io/v1, kind: "
       "ProviderConfig}}\n",
       "add readinessChecks: [{type: None}]"},
      {"the section leaves it out",
       "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nreadiness: "
       "{resources: [b]}\nresources:\n"
       "- {name: a, base: {apiVersion: v1, kind: ConfigMap}}\n"
       "- {name: b, base: {apiVersion: v1, kind: ConfigMap}}\n",
       "add readinessChecks: [{type: None}]"},
      {"the section has no table",
       "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\nreadiness: "
       "{builtIn: false}\nresources:\n"
       "- {name: a, base: {apiVersion: apps/v1, kind: Deployment}}\n",
       "add a rule for the kind to readiness.rules"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    const LintReport report = LintOf({test.input});
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].help, test.want);
  }
}

}  // namespace
}  // namespace loom
