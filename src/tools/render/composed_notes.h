// SPDX-License-Identifier: Apache-2.0
// Notes about the composed resources that were rendered, beside the objects and the
// composite that were given. Each stands at the patch or the base that it is about, if
// that can be found.
//
//   …base.metadata.labels[stage]: the label stage is a number in place of a string: …
//   composed resource app: metadata.namespace: other is overwritten: …
//   …fromFieldPath: spec.rgion: the composite has no field rgion; did you mean region?
//   …toFieldPath: spec.forProvider.rgion: the observed Bucket has region; did you mean …
//   …fromFieldPath: composed resource app waits for status.arn, too
//   …base.kind: a Buckett is desired, and the observed object is a Bucket of …
//
// An optional patch without a source does nothing, and the API server drops a field that
// it does not know, so a slip of the pen passes in silence. What is given shows it: there
// is a field of nearly the same name (IsSlip) that nothing else is desired at, or a value
// of another type. No note is certain; all are likely.
#pragma once

#include <string>
#include <vector>

#include "tools/pipeline/pipeline.h"

namespace loom {

// `notes` has what is known already, which is not said again.
void AddComposedNotes(const PipelineInputs& inputs,
                      const PipelineOutcome& outcome,
                      std::vector<std::string>* notes);

}  // namespace loom
