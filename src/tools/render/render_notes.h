// SPDX-License-Identifier: Apache-2.0
// NotesBefore and AddNotesAfter return the notes of `render`: messages on standard
// error about what the output does not show but a cluster would, such as objects that
// were left out, withheld, or given and never used. They do not change the output and,
// without --strict, the exit code.
//
//   step "patch" (composition.yaml:9:5) is skipped
//   required.yaml:4:1: ConfigMap "other" is given, but no function requests it
//   observed.yaml:1:1: no step desires the resource old; Crossplane would delete it
//   flags without effect: --cache-dir
//   composition.yaml:16:27: resources[0].patches[0].fromFieldPath: Invalid value: …
//   composition.yaml:36:11: step "patch": not adding new composed resource "policy" …
//
//   composition.yaml:20:13: spec.pipeline[0].…: a ConfigMap never has the condition …
//   composition.yaml:14:20: …base.metadata.namespace: other is overwritten: App shop …
//
// The fifth note is a mistake that a drop-in input accepts. The sixth is a Warning of a
// function; with --include-function-results it is part of the output instead. The
// seventh is a finding of lint: resources that never become ready, keys of the
// environment that are never set, sections of a Composition that are ignored, and
// values for the composite that are dropped. The last is about what Crossplane changes
// or refuses in the resources of a namespaced composite, or what the API server changes
// in the status. At most ten objects that no function asks for are named; the rest are
// counted.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/inputs/render_options.h"
#include "tools/pipeline/pipeline.h"
#include "tools/render/render_note.h"

namespace loom {

// Returns the notes that are known before the pipeline runs.
std::vector<RenderNote> NotesBefore(const PipelineInputs& inputs,
                                    const RenderOptions& options);

// Adds the notes that follow from the outcome.
void AddNotesAfter(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                   const RenderOptions& options,
                   std::vector<RenderNote>* notes);

// TimingsText returns the table of `render --timings`: where each step ran, how often
// its function was called, how many resources were desired after it, and how long all
// its calls took.
//
//   step         where       calls  resources      ms
//   environment  in process      2          0    0.09
//   patch        in process      1          1    0.11
//   read 2.40  write 0.20  total 2.90
//
// The table is printed to standard error, because the times differ between machines.

struct Timings {
  absl::Duration read;   // the files
  absl::Duration write;  // the output
  absl::Duration total;
};

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings);

}  // namespace loom
