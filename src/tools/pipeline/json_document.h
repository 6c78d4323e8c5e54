// SPDX-License-Identifier: Apache-2.0
// JsonDocument is what `function-loom render --output json` prints: an outcome as one
// line of JSON, with what its YAML does not show: which resources are ready or
// withheld and why, what each step asked for, and what of that was not given.
//
//   LOOM_ASSIGN_OR_RETURN(std::string json,
//                         JsonDocument(inputs, outcome, {}, &pool));
//   // {"format":"loom.render/v1","steps":[…],…}
//
// `function-loom schema render` prints its schema. If a step has failed, composite and
// composed resources are left out, since Crossplane would not change them; `results`
// ends with the FATAL result.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

struct JsonDocumentOptions {
  bool full_composite = false;  // spec and metadata, too
  bool context = false;
  // The values of the composite's connection details, which are "(secret)" otherwise.
  bool show_secrets = false;
};

// FailedPrecondition: what the pipeline desires cannot be printed, for instance a
// number that is infinite.
absl::StatusOr<std::string> JsonDocument(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const JsonDocumentOptions& options,
                                         Pool* pool);

}  // namespace loom
