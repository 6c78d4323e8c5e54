// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "cli/render_options.h"
#include "pipeline/pipeline.h"

namespace loom::example {

extern const RenderOptions options;
extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;

}  // namespace loom::example
