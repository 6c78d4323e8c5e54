// SPDX-License-Identifier: Apache-2.0
// ConvertGoTemplateSteps converts the steps of function-go-templating in a Composition.
// A step whose template converts whole becomes a native step. Of another, the native
// step comes behind it, and the old step keeps what does not convert, so that the
// pipeline makes the same resources.
//
//   - step: render                          - step: render
//     functionRef:                            functionRef:
//       name: function-go-templating            name: function-loom
//     input:                        becomes   input:
//       kind: GoTemplate                        kind: Input
//       inline:                                 resources: …
//         template: …
//
// A step of function-auto-ready right behind becomes the `readiness` section of the
// native step, unless it has an input or comments, or a rule leaves a resource to it.
//
// Other lines of the document keep their bytes. Templates in files or in the environment
// are refused, since they are not in the Composition.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tools/convert/converter.h"

namespace loom {

struct GoTemplateResult : DocumentResult {
  // For each step of the new pipeline, its index in the old one; empty: no step was
  // added or removed.
  std::vector<size_t> old_steps;
};

// `text` has one document. The status is kUnchanged if it has no such step.
absl::StatusOr<GoTemplateResult> ConvertGoTemplateSteps(
    const std::string& text, const ConvertRules& rules);

}  // namespace loom
