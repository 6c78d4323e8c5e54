// SPDX-License-Identifier: Apache-2.0
// NotesBefore and AddNotesAfter return the notes of `render`: messages on standard
// error about what the output does not show but a cluster would, such as objects that
// were left out, withheld, or given and never used. They do not change the output and,
// without --strict, the exit code.
//
// Besides these, notes are: mistakes that a drop-in input accepts; Warnings of a
// function, unless --include-function-results makes them part of the output; findings
// of lint about what never works; and what Crossplane changes or refuses in the
// resources of a namespaced composite, or the API server in the status. At most ten
// objects that no function asks for are named; the rest are counted.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/findings/diagnostic.h"
#include "tools/inputs/render_options.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/corpus.h"

namespace loom {

// Adds what lint checks of the inputs, as they were read: the Composition, its
// definition, and the files of EnvironmentConfigs. A corpus that is passed below has
// these.
void AddInputs(const PipelineInputs& inputs, Corpus* corpus);

// Returns the notes that are known before the pipeline runs.
Diagnostics NotesBefore(const PipelineInputs& inputs, const Corpus& corpus,
                        const RenderOptions& options);

void AddNotesAfter(const PipelineInputs& inputs, const Corpus& corpus,
                   const PipelineOutcome& outcome, const RenderOptions& options,
                   Diagnostics* notes);

// The table of `render --timings`: where each step ran, how often its function was
// called, how many resources were desired after it, and how long all its calls took. It
// is printed to standard error, because the times differ between machines.
struct Timings {
  absl::Duration read;   // the files
  absl::Duration write;  // the output
  absl::Duration total;
};

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings);

}  // namespace loom
