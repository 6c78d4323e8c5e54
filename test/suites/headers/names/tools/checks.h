// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/checks/input_walk.h"
#include "tools/findings/finding.h"

namespace loom::example::tools_checks {

extern Corpus corpus;
extern const LintInput input;
extern const LintPipeline pipeline;
extern const LintResource resource;
extern const std::vector<LintResource> resources;
void Look(const LintPatch& patch);
void Look(const LintExpression& expression);

}  // namespace loom::example::tools_checks
