// SPDX-License-Identifier: Apache-2.0
// What the examples of src/tools/simulation use and do not declare.
#pragma once

#include "absl/time/time.h"
#include "data/value/json.h"
#include "tools/run/pipeline.h"
#include "tools/simulation/api_server.h"

namespace loom::example::tools_simulation {

extern ApiServer api;
extern PipelineInputs inputs;
extern Value object;
extern YamlDocument claim;
extern const Value definition;
extern Pool pool;
extern absl::Time now;
extern absl::Time deadline;

}  // namespace loom::example::tools_simulation
