// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "tools/cluster/gather.h"
#include "tools/cluster/kubectl.h"
#include "tools/pipeline/pipeline.h"
#include "tools/render/render_options.h"

namespace loom::example::tools_cluster {

extern const RenderOptions options;
extern Kubectl kubectl;
extern std::ostream& err;
extern const absl::Time deadline;

}  // namespace loom::example::tools_cluster
