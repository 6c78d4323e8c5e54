// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iostream>

#include "absl/time/time.h"
#include "provenance/leaves.h"
#include "provenance/recorder.h"
#include "provenance/request_inputs.h"
#include "provenance/request_tree.h"
#include "yaml/writer.h"

namespace loom::example {

extern const PipelineInputs inputs;
extern const PipelineStep step;
extern const fn::RunFunctionRequest request;
extern const SecretTexts secrets;
extern const absl::Time deadline;
extern std::vector<std::string> notes;
extern const ShownValue value;
extern const Leaf leaf;
extern ExplainedStep made;

}  // namespace loom::example
