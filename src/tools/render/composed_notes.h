// SPDX-License-Identifier: Apache-2.0
// AddComposedNotes adds notes about the rendered composed resources, by comparing them
// with the given objects and composite. Each note has the location of its patch or
// base, if that can be found. They are about labels and data of the wrong type, a
// namespace that is overwritten, field paths that nearly match a field, references that
// also wait for something, and a kind that differs from that of the observed object.
//
// An optional patch without a source does nothing, and the API server drops unknown
// fields, so a typo causes no error. The given objects reveal it: they have a field of
// nearly the same name (IsSlip) for which nothing else is desired, or a value of
// another type. The notes are likely to be right, but not certain.
#pragma once

#include "absl/strings/string_view.h"
#include "tools/findings/diagnostic.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/corpus.h"

namespace loom {

// The note that a namespaced composite composes into its own namespace alone, and not into
// `other`.
Diagnostic OverwrittenNamespace(const Value& composite,
                                absl::string_view other);

// Says nothing about a location that has a note already. `corpus` has the inputs of the
// Composition.
void AddComposedNotes(const PipelineInputs& inputs, const Corpus& corpus,
                      const PipelineOutcome& outcome, Diagnostics* notes);

}  // namespace loom
