// SPDX-License-Identifier: Apache-2.0
// The checks of the rules, a function for each file. Each reports under the names
// of its rules (rule_table.h).
//
//   Findings findings;
//   CheckYaml(corpus, &findings);
#pragma once

#include "lint/corpus.h"
#include "lint/finding.h"

namespace loom {

// yaml/*: what YAML 1.1 makes of a text that its author did not mean.
void CheckYaml(const Corpus& corpus, Findings* findings);

// The messages of the validator that reads an input, each under the rule that its
// words belong to; input/unused-patch-set.
void CheckInputs(const Corpus& corpus, Findings* findings);

// composition/*: the frame of a Composition.
void CheckCompositions(const Corpus& corpus, Findings* findings);

// path/no-effect, path/hole, path/wildcard, patch/overwritten.
void CheckPatches(const Corpus& corpus, Findings* findings);

// transform/type, transform/format and transform/fallback: chains of transforms
// that cannot work, whatever value comes.
void CheckTransforms(const Corpus& corpus, Findings* findings);

// ready/never: the default check on a kind without a condition Ready.
void CheckReadiness(const Corpus& corpus, Findings* findings);

// env/*: what patches read of the environment, and what is selected for it.
void CheckEnvironments(const Corpus& corpus, Findings* findings);

}  // namespace loom
