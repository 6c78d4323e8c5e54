// SPDX-License-Identifier: Apache-2.0
// CheckComposition finds what the API server would refuse in a Composition around
// the inputs of its steps. Without it, a Composition that says `pipelines` would
// render nothing, and a step that says `functionref` would run as if nobody had
// said which function it is for.
//
//   spec             pipeline is required, with at least one step
//   compositeTypeRef
//   step             required, and no two are alike
//   functionRef      required, with a name
//   credentials, requirements
//
// A member that is not known is a mistake at each of these places. What is below
// metadata and in inputs is for others.
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
absl::Status CheckComposition(const Composition& composition);

}  // namespace loom
