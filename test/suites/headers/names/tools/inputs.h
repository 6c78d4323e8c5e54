// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "data/yaml/writer.h"
#include "tools/inputs/gather.h"
#include "tools/inputs/kubectl.h"
#include "tools/inputs/render_options.h"
#include "tools/inputs/request_inputs.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/files.h"

namespace loom::example::tools_inputs {

extern Kubectl kubectl;
extern std::ostream& err;

}  // namespace loom::example::tools_inputs
