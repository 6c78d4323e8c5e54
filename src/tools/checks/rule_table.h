// SPDX-License-Identifier: Apache-2.0
// LintRules lists all lint rules. Flags, suppressions, explanations and reports use
// this list.
//
//   const LintRule* rule = FindLintRule("yaml/syntax");   // nullptr: no rule
//
//   name      family/what-is-wrong
//   severity  of its findings, unless --rule sets another one
//   why       a sentence for --explain-rule
//   wrong     a piece of YAML that breaks the rule
//   right     the same piece, corrected
//   check     searches a corpus for what breaks the rule. Several rules may share a
//             check, which then runs once. nullptr: Lint checks the rule itself.
//   in_render whether `render` reports the findings, because the cluster says nothing: it
//             refuses the object, or nothing ever becomes ready
//
// To add a rule, add a check, a row in the table, and a folder in test/suites/lint/cases.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/findings/finding.h"
#include "tools/workspace/corpus.h"

namespace loom {

struct LintRule {
  absl::string_view name;
  DiagnosticSeverity severity;
  absl::string_view why;
  absl::string_view wrong;
  absl::string_view right;
  void (*check)(const Corpus& corpus, LintFindings* findings);
  bool in_render = false;
};

absl::Span<const LintRule> LintRules();
const LintRule* FindLintRule(absl::string_view name);

// Returns the address of the rule in the documentation: of the rule "ready/never",
// "https://example.org/function-loom/lint-rules/#ready-never".
std::string AddressOf(const LintRule& rule);

// Returns "error", "warning" or "off".
absl::string_view SeverityName(DiagnosticSeverity severity);

// The checks of the rules, one function per source file. A check reports its findings
// under the names of its rules.
//
//   LintFindings findings;
//   CheckYaml(corpus, &findings);

// yaml/*: syntax errors, duplicate keys, and scalars that YAML 1.1 reads differently than
// the author meant.
void CheckYaml(const Corpus& corpus, LintFindings* findings);
// yaml/syntax in the files of --schemas. They are parsed when a check needs them, so this
// check comes after all others.
void CheckSchemaFiles(const Corpus& corpus, LintFindings* findings);

// The errors of the validator of inputs, each under the rule for its message and
// location. Also input/unused-patch-set and input/version.
void CheckInputs(const Corpus& corpus, LintFindings* findings);

// Defined in named_value_check.cc: values with names that nothing reads.
void CheckNamedValues(const Corpus& corpus, LintFindings* findings);

// composition/*: the parts of a Composition around its inputs.
void CheckCompositions(const Corpus& corpus, LintFindings* findings);

// path/no-effect, path/hole, path/wildcard, path/dots, patch/overwritten.
void CheckPatches(const Corpus& corpus, LintFindings* findings);
void CheckOverlays(const Corpus& corpus, LintFindings* findings);
void CheckOperations(const Corpus& corpus, LintFindings* findings);

// object/*: bases and patches that make something that is not a Kubernetes object, or
// that Kubernetes refuses. Also path/index.
void CheckObjects(const Corpus& corpus, LintFindings* findings);

// object/kind, object/api-version and object/scope: the kind and the apiVersion of a base.
void CheckKinds(const Corpus& corpus, LintFindings* findings);

// object/name, object/key and object/selector: names, labels, annotations, and selectors
// that use them.
void CheckLabels(const Corpus& corpus, LintFindings* findings);

// object/value: quantities, modes, rules of Roles and restartPolicy.
void CheckValues(const Corpus& corpus, LintFindings* findings);

// object/dangling: names, keys and ports of the pipeline's own objects. object/selector:
// the selectors of Services.
void CheckLinks(const Corpus& corpus, LintFindings* findings);

// object/same-name: templates with forEach whose items all have one name.
void CheckLoops(const Corpus& corpus, LintFindings* findings);

// resource/unknown-name: names of composed resources in expressions, dependencies,
// connection details, references, identities and readiness rules.
void CheckNames(const Corpus& corpus, LintFindings* findings);

// resource/name-changes: computed names that read fields which users may change.
void CheckNameChanges(const Corpus& corpus, LintFindings* findings);
// resource/alias: aliases that are names of other resources, or given twice.
void CheckAliases(const Corpus& corpus, LintFindings* findings);

// transform/type and transform/format: chains of transforms that cannot work for any
// value. transform/fallback and transform/literal: a match transform without a fallback, or
// with literals that are regular expressions. transform/map: a map that lacks values.
void CheckTransforms(const Corpus& corpus, LintFindings* findings);

// ready/never: the default check on a kind that has no Ready condition. ready/check:
// checks of a field that the schema does not have, or has with another type.
void CheckReadiness(const Corpus& corpus, LintFindings* findings);

// connection/no-secret: connection details that no Secret has.
void CheckConnections(const Corpus& corpus, LintFindings* findings);

// env/*: keys that patches and expressions read from the environment, and the
// EnvironmentConfigs that are selected for it.
void CheckEnvironments(const Corpus& corpus, LintFindings* findings);

// schema/unknown-source, schema/unknown-destination, schema/status-undeclared and
// schema/type-mismatch for patches.
void CheckPatchSchemas(const Corpus& corpus, LintFindings* findings);

// definition/invalid and composite/invalid: definitions that Kubernetes or Crossplane does
// not accept as they are, and composites that do not match them.
void CheckDefinitions(const Corpus& corpus, LintFindings* findings);

// test/invalid: mistakes in tests of Compositions, which `function-loom test` reports before
// it plays anything.
void CheckTests(const Corpus& corpus, LintFindings* findings);

// schema/*: bases that do not match their schemas, and schemas that are missing.
// connection/unlisted: connection details that connectionSecretKeys of the XRD leaves out.
void CheckBases(const Corpus& corpus, LintFindings* findings);

// expression/*: expressions that are probably not what the author meant.
// schema/unknown-source for the fields that expressions read, including those of items.
void CheckUnread(const Corpus& corpus, LintFindings* findings);
void CheckExpressions(const Corpus& corpus, LintFindings* findings);

// expression/comparison: comparisons with values that a schema does not allow.
void CheckComparisons(const Corpus& corpus, LintFindings* findings);

// expression/never-created: reads of a resource whose condition may be false for good.
void CheckNeverCreated(const Corpus& corpus, LintFindings* findings);

// expression/not-read: strings that look like an expression, where none is read.
void CheckNotRead(const Corpus& corpus, LintFindings* findings);

// expression/cycle: resources that are never created, because each waits for another.
void CheckCycles(const Corpus& corpus, LintFindings* findings);

// patch/vanishing and patch/next-reconcile: patches that leave out a field of a resource
// if the value that they read does not exist yet or no longer exists. patch/never-written:
// those that wait for a value forever.
void CheckFlow(const Corpus& corpus, LintFindings* findings);

// condition/not-shown: messages and reasons that quote a Secret.
// condition/never-set: entries after one of the same type that always applies.
void CheckConditions(const Corpus& corpus, LintFindings* findings);

// provider-config/*: settings of the section providerConfig that conflict with each other
// or with a patch, and label keys that are invalid.
void CheckProviderConfigs(const Corpus& corpus, LintFindings* findings);

// references/*: references that allow more than the author may have meant.
void CheckReferences(const Corpus& corpus, LintFindings* findings);

}  // namespace loom
