// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/inputs/render_options.h"
#include "tools/pipeline/pipeline.h"

namespace loom::example::tools_render {

extern const RenderOptions options;
extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;

}  // namespace loom::example::tools_render
