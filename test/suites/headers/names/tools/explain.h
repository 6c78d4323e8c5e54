// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "absl/time/time.h"
#include "tools/explain/object_graph.h"
#include "tools/explain/recorder.h"
#include "tools/yaml/writer.h"

namespace loom::example::tools_explain {

extern const PipelineInputs inputs;
extern const PipelineStep step;
extern const SecretTexts secrets;
extern const absl::Time deadline;
extern std::vector<std::string> notes;
extern const ShownValue value;
extern const Leaf leaf;
extern ExplainedStep made;

}  // namespace loom::example::tools_explain
