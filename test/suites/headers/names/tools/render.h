// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/pipeline/files.h"
#include "tools/pipeline/pipeline.h"
#include "tools/render/render_options.h"

namespace loom::example::tools_render {

extern const RenderOptions options;
extern const PipelineInputs inputs;
extern const PipelineOutcome outcome;
extern const YamlDocument xr;
extern Files files;

}  // namespace loom::example::tools_render
