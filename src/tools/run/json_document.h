// SPDX-License-Identifier: Apache-2.0
// JsonDocument returns the output of `function-loom render --output json`: an outcome
// as one line of JSON, including what the YAML does not show: which resources are ready
// or withheld and why, and what each step asked for and did not get.
//
//   LOOM_ASSIGN_OR_RETURN(std::string json,
//                         JsonDocument(inputs, outcome, {}, &pool));
//   // {"format":"loom.render/v1","steps":[…],…}
//
// `function-loom schema render` prints its schema. If a step has failed, the composite
// and the composed resources are omitted, because Crossplane would not change them;
// `results` ends with the FATAL result.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "crossplane/objects/secret_texts.h"
#include "data/value/value.h"
#include "tools/run/pipeline.h"

namespace loom {

struct JsonDocumentOptions {
  bool full_composite = false;  // with spec and metadata
  bool context = false;
  // The values of the composite's connection details, which are "(secret)" otherwise.
  bool show_secrets = false;
  // Every value that contains one of them is "(secret)".
  const SecretTexts* secrets = nullptr;
};

// FailedPrecondition: the desired state cannot be printed, for example because a number
// is infinite.
absl::StatusOr<std::string> JsonDocument(const PipelineInputs& inputs,
                                         const PipelineOutcome& outcome,
                                         const JsonDocumentOptions& options,
                                         Pool* pool);

}  // namespace loom
