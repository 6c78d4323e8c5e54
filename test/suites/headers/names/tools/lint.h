// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/lint/corpus.h"
#include "tools/lint/input_walk.h"
#include "tools/lint/lint.h"

namespace loom::example::tools_lint {

extern Corpus corpus;
extern const LintReport report;
extern const LintInput input;
extern const LintPipeline pipeline;
extern const LintResource resource;
extern const std::vector<LintResource> resources;
extern const LintDocument document;
extern LintFindings findings;
extern bool (*const on)(absl::string_view);
void Look(const LintPatch& patch);
void Look(const LintExpression& expression);

}  // namespace loom::example::tools_lint
