// SPDX-License-Identifier: Apache-2.0
// CheckSteps finds what the API server would refuse in the steps of a pipeline.
// Without it, a step that says `functionref` would run as if nobody had said which
// function it is for.
//
//   step           required, and no two are alike
//   functionRef    required, with a name
//   input, credentials, requirements
//
// Errors, a line each, and a line with advice behind it:
//
//   composition.yaml:9:5: spec.pipeline[0]: unknown field "functionref"
//     did you mean functionRef?
//   composition.yaml:14:5: spec.pipeline[1].step: Duplicate value: "patch", which
//   is the name of the step at composition.yaml:8:5, too
#pragma once

#include "absl/status/status.h"
#include "pipeline/composition.h"

namespace loom {

// FailedPrecondition: there are such mistakes; all of them.
absl::Status CheckSteps(const Composition& composition);

}  // namespace loom
