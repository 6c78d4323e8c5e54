// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "absl/time/time.h"
#include "provenance/leaves.h"
#include "provenance/recorder.h"

namespace loom::example {

extern const PipelineInputs inputs;
extern const PipelineStep step;
extern const SecretTexts secrets;
extern const absl::Time deadline;
extern std::vector<std::string> notes;
extern const ShownValue value;
extern const Leaf leaf;
extern ExplainedStep made;

}  // namespace loom::example
