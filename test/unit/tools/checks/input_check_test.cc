// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "test/testing/brief.h"
#include "test/unit/tools/checks/linted.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

TEST(CheckInputs, NamesTheRuleOfAMessage) {
  const struct {
    const char* reason;
    std::string text;
    const char* want;
  } tests[] = {
      {"Nothing wrong.", ResourceWith(""), ""},
      {"An unknown member, at its key.",
       ResourceWith("  patches:\n  - fromFieldPath: a\n    polcy: {}\n"),
       "8:5 input/unknown-field resources[0].patches[0]"},
      {"A wrong type.", ResourceWith("  patches: 1\n"),
       "6:12 input/type resources[0].patches"},
      {"A missing member, at its parent.",
       ResourceWith("  patches:\n  - type: FromCompositeFieldPath\n"),
       "7:5 input/required resources[0].patches[0].fromFieldPath"},
      {"A text that is no choice.",
       ResourceWith("  patches:\n  - {type: X, fromFieldPath: a}\n"),
       "7:12 input/enum resources[0].patches[0].type"},
      {"A choice that reads like the message of another mistake.",
       ResourceWith("  patches:\n  - {type: the type is required}\n"),
       "7:12 input/enum resources[0].patches[0].type"},
      {"A name twice, which the function forgives.",
       ResourceWith("- name: a\n"),
       "6:9 input/duplicate-name resources[1].name"},
      {"A malformed path.",
       ResourceWith("  patches:\n  - fromFieldPath: a.[0]\n"),
       "7:20 path/syntax resources[0].patches[0].fromFieldPath"},
      {"A path that names nothing.",
       ResourceWith("  patches:\n  - {fromFieldPath: a, toFieldPath: ''}\n"),
       "7:37 path/no-effect resources[0].patches[0].toFieldPath"},
      {"A format.",
       ResourceWith("  patches:\n  - fromFieldPath: a\n    transforms:\n"
                    "    - {type: string, string: {type: Format, fmt: a}}\n"),
       "9:50 transform/format resources[0].patches[0].transforms[0].string."
       "fmt"},
      {"A regular expression.",
       ResourceWith("  patches:\n  - fromFieldPath: a\n    transforms:\n"
                    "    - type: string\n"
                    "      string: {type: Regexp, regexp: {match: '('}}\n"),
       "10:46 transform/regexp resources[0].patches[0].transforms[0].string."
       "regexp.match"},
      {"A readiness check without its operand.",
       ResourceWith("  readinessChecks:\n"
                    "  - {type: MatchString, fieldPath: a}\n"),
       "7:5 ready/check resources[0].readinessChecks[0].matchString"},
      {"A connection detail without its operand.",
       ResourceWith("  connectionDetails:\n"
                    "  - {name: a, type: FromFieldPath}\n"),
       "7:5 connection/type resources[0].connectionDetails[0].fromFieldPath"},
      {"A set that nobody uses.",
       ResourceWith("patchSets:\n- name: s\n  patches: []\n"),
       "7:9 input/unused-patch-set patchSets[0].name"},
      {"A set that does not exist.",
       ResourceWith("  patches:\n  - {type: PatchSet, patchSetName: s}\n"),
       "7:36 input/invalid resources[0].patches[0].patchSetName"},
      {"A misspelt group, sent to this function.",
       "apiVersion: apiextensions.crossplane.io/v1\nkind: Composition\n"
       "spec:\n  mode: Pipeline\n  pipeline:\n  - step: a\n"
       "    functionRef: {name: function-loom}\n"
       "    input: {apiVersion: lom.fn.crossplane.io/v1beta1, foo: 1}\n"
       "  compositeTypeRef: {apiVersion: example.org/v1, kind: X}\n",
       "8:25 composition/input-group spec.pipeline[0].input.apiVersion"},
      {"A source that is ignored silently.",
       "apiVersion: environmentconfigs.fn.crossplane.io/v1beta1\nkind: Input\n"
       "spec:\n  environmentConfigs:\n  - {type: Refrence, ref: {name: a}}\n",
       "5:12 env/unknown-type spec.environmentConfigs[0].type"},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    EXPECT_EQ(Linted({test.text}), test.want);
  }
}

// What was probably meant replaces a whole value or the name of a field. It is no
// replacement for a value that contains the name.
TEST(CheckInputs, FixWhatTheMessageQuotes) {
  constexpr char kHead[] =
      "apiVersion: loom.fn.crossplane.io/v1beta1\nkind: Input\n";
  const struct {
    const char* reason;
    const char* text;
    const char* help;
    const char* fix;
  } tests[] = {
      {"a choice",
       "resources:\n- name: a\n  base: {apiVersion: v1, kind: B}\n"
       "  patches: [{type: FromEnvironmentFieldPth, fromFieldPath: a, "
       "toFieldPath: b}]\n",
       "(FromEnvironmentFieldPath?)", "FromEnvironmentFieldPath"},
      {"a variable of a template",
       "references:\n- target: {resource: a}\n  toFieldPath: spec.b\n"
       "  variables: [{name: region, fromComposite: {fieldPath: a}}]\n"
       "  template: \"{{ .regoin }}\"\n",
       "(region?)", ""},
      {"a parameter of a patch set",
       "patchSets:\n- name: s\n  parameters: {prefix: a}\n"
       "  patches: [{fromFieldPath: a, toFieldPath: 'b.${params.prefix}'}]\n"
       "resources:\n- name: a\n  base: {apiVersion: v1, kind: B}\n"
       "  patches: [{type: PatchSet, patchSetName: s, "
       "parameters: {prefx: b}}]\n",
       "(prefix?)", ""},
  };
  for (const auto& test : tests) {
    SCOPED_TRACE(test.reason);
    std::string helps;
    std::string fixes;
    for (const Diagnostic& each :
         LintOf({std::string(kHead) + test.text}).findings) {
      const std::string help = Brief(each.help);
      if (help == each.help) continue;  // it suggests no name
      helps += help;
      if (each.fix.has_value()) fixes += each.fix->text;
    }
    EXPECT_EQ(helps, test.help);
    EXPECT_EQ(fixes, test.fix);
  }
}

}  // namespace
}  // namespace loom
