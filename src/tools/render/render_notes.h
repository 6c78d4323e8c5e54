// SPDX-License-Identifier: Apache-2.0
// Notes tell on standard error what a rendered text does not show, and a cluster
// would: what was left out, given and never used, or withheld. They change neither the
// text nor, without --strict, the exit code.
//
//   step "patch" (composition.yaml:9:5) is left out
//   required.yaml:4:1: ConfigMap "other" is given and no function asks for it
//   observed.yaml:1:1: no step desires the resource old; Crossplane would delete it
//   flags without effect: --cache-dir
//   composition.yaml:16:27: resources[0].patches[0].fromFieldPath: Invalid value: …
//   composition.yaml:36:11: step "patch": not adding new composed resource "policy" …
//
//   composition.yaml:20:13: spec.pipeline[0].…: a ConfigMap never has the condition …
//   composition.yaml:14:20: …base.metadata.namespace: other is overwritten: App shop …
//
// The fifth is a mistake that a drop-in input lets pass. The sixth is a Warning of a
// function; with --include-function-results it stands in the text itself. The seventh is what
// lint finds of resources that never become ready, keys of the environment that nobody
// sets, sections of a Composition that are ignored, and values for the composite that are
// dropped. The last one is what Crossplane changes or refuses of what a namespaced
// composite composes, and what the API server does of the status. Of objects that
// nobody asks for the first ten are named, and how many more there are.
#pragma once

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/inputs/render_options.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// What is known before the pipeline runs.
std::vector<std::string> NotesBefore(const PipelineInputs& inputs,
                                     const RenderOptions& options);

// What its outcome tells.
void AddNotesAfter(const PipelineInputs& inputs, const PipelineOutcome& outcome,
                   const RenderOptions& options,
                   std::vector<std::string>* notes);

// TimingsText is the table of `render --timings`: where each step ran, how often its
// function was called, how many resources were desired after it, and how long all of
// its calls took.
//
//   step         where       calls  resources      ms
//   environment  in process      2          0    0.09
//   patch        in process      1          1    0.11
//   read 2.40  write 0.20  total 2.90
//
// The times are those of this machine, so the table goes to standard error.

struct Timings {
  absl::Duration read;   // the files
  absl::Duration write;  // the text
  absl::Duration total;
};

std::string TimingsText(const PipelineInputs& inputs,
                        const std::vector<StepRun>& steps,
                        const Timings& timings);

}  // namespace loom
