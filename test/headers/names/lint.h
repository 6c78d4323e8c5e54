// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "lint/corpus.h"
#include "lint/input_expressions.h"
#include "lint/input_walk.h"
#include "lint/lint.h"

namespace loom::example {

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

}  // namespace loom::example
