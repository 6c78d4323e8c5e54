// SPDX-License-Identifier: Apache-2.0
// AddComposedNotes adds notes about the rendered composed resources, by comparing them
// with the given objects and composite. Each note has the location of its patch or
// base, if that can be found.
//
//   …base.metadata.labels[stage]: the label stage is a number instead of a string: …
//   …base.data.password: the value is not base64: the API server refuses it in …
//   composed resource app: metadata.namespace: other is overwritten: …
//   …fromFieldPath: spec.rgion: the composite has no field rgion; did you mean region?
//   …toFieldPath: spec.forProvider.rgion: the observed Bucket has region; did you mean …
//   …fromFieldPath: composed resource app also waits for status.arn
//   …base.kind: a Buckett is desired, and the observed object is a Bucket of …
//
// An optional patch without a source does nothing, and the API server drops unknown
// fields, so a typo causes no error. The given objects reveal it: they have a field of
// nearly the same name (IsSlip) for which nothing else is desired, or a value of
// another type. The notes are likely to be right, but not certain.
#pragma once

#include <vector>

#include "tools/pipeline/pipeline.h"
#include "tools/render/render_note.h"

namespace loom {

// Says nothing about a location that has a note already.
void AddComposedNotes(const PipelineInputs& inputs,
                      const PipelineOutcome& outcome,
                      std::vector<RenderNote>* notes);

}  // namespace loom
