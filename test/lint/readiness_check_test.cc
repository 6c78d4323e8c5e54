// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "lint/checks.h"
#include "test/lint/linted.h"

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

TEST(CheckReadiness, NamesTheComposite) {
  LintReport report = LintOf(
      {Of("{apiVersion: v1, kind: ConfigMap}"),
       "apiVersion: apiextensions.crossplane.io/v1\n"
       "kind: CompositeResourceDefinition\nspec: {names: {kind: XApp}}\n"});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].message,
            "a ConfigMap never has the condition Ready, so the XApp never "
            "becomes ready");
}

}  // namespace
}  // namespace loom
