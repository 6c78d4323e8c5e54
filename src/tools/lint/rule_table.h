// SPDX-License-Identifier: Apache-2.0
// The table of lint rules. It is the only place that lists them; flags,
// suppressions, explanations and reports look here.
//
//   const LintRule* rule = FindLintRule("yaml/syntax");   // nullptr: no rule
//
//   name      family/what-is-wrong
//   severity  of its findings, unless --rule says otherwise
//   why       a sentence for --explain-rule
//   wrong     a piece of YAML that the rule finds
//   right     the same piece, mended
//   check     looks through a corpus for it. Several rules may have one check; it
//             runs once.
//
// To add a rule, add a row, and a folder below test/suites/lint/cases.
#pragma once

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "tools/lint/corpus.h"
#include "tools/lint/finding.h"

namespace loom {

struct LintRule {
  absl::string_view name;
  LintSeverity severity;
  absl::string_view why;
  absl::string_view wrong;
  absl::string_view right;
  void (*check)(const Corpus& corpus, LintFindings* findings);
};

absl::Span<const LintRule> LintRules();
const LintRule* FindLintRule(absl::string_view name);

// "error" or "warning".
absl::string_view SeverityName(LintSeverity severity);

// The checks of the rules, a function for each file. Each reports under the names
// of its rules.
//
//   LintFindings findings;
//   CheckYaml(corpus, &findings);

// yaml/*: what YAML 1.1 makes of a text that its author did not mean.
void CheckYaml(const Corpus& corpus, LintFindings* findings);

// The messages of the validator that reads an input, each under the rule that its
// words belong to; input/unused-patch-set.
void CheckInputs(const Corpus& corpus, LintFindings* findings);

// composition/*: the frame of a Composition.
void CheckCompositions(const Corpus& corpus, LintFindings* findings);

// path/no-effect, path/hole, path/wildcard, patch/overwritten.
void CheckPatches(const Corpus& corpus, LintFindings* findings);

// transform/type, transform/format and transform/fallback: chains of transforms
// that cannot work, whatever value comes.
void CheckTransforms(const Corpus& corpus, LintFindings* findings);

// ready/never: the default check on a kind without a condition Ready.
void CheckReadiness(const Corpus& corpus, LintFindings* findings);

// env/*: what patches read of the environment, and what is selected for it.
void CheckEnvironments(const Corpus& corpus, LintFindings* findings);

// schema/unknown-source, schema/unknown-destination, schema/status-undeclared and
// schema/type-mismatch of patches.
void CheckPatchSchemas(const Corpus& corpus, LintFindings* findings);

// What schemas say of bases, and which are missing: schema/*; connection details
// that the XRD does not let through.
void CheckBases(const Corpus& corpus, LintFindings* findings);

// expression/*: expressions that are likely not meant; schema/unknown-source of what
// expressions and items read.
void CheckExpressions(const Corpus& corpus, LintFindings* findings);

// patch/vanishing and patch/next-reconcile: what a resource is without a value that
// is not there yet, or no more.
void CheckFlow(const Corpus& corpus, LintFindings* findings);

// provider-config/*: settings of the section providerConfig that work against each
// other.
void CheckProviderConfigs(const Corpus& corpus, LintFindings* findings);

}  // namespace loom
