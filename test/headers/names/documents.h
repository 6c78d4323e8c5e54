// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pipeline/pipeline.h"

namespace loom::example {

extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;
extern Value object;
extern const std::vector<YamlDocument> expected;
extern const std::vector<YamlDocument> rendered;

}  // namespace loom::example
