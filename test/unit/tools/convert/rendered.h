// SPDX-License-Identifier: Apache-2.0
// Rendered runs a Composition in this process and returns what `render -c` prints:
// the composite, the composed resources and the context, with sorted keys. Of a
// Composition that cannot be rendered it is the error.
#pragma once

#include <iostream>
#include <string>

#include "absl/time/clock.h"
#include "tools/inputs/render_inputs.h"
#include "tools/render/render_command.h"
#include "tools/run/pipeline.h"

namespace loom {

struct RenderedFiles {
  std::string composite;
  std::string required;
  std::string observed;
};

inline std::string Rendered(const std::string& composition,
                            const RenderedFiles& files) {
  Pool pool;
  RenderOptions options;
  options.composite = files.composite;
  options.composition = composition;
  options.context = true;
  if (!files.required.empty()) options.required = {files.required};
  if (!files.observed.empty()) options.observed = {files.observed};
  absl::StatusOr<PipelineInputs> inputs =
      LoadRenderInputs(options, std::cin, &pool);
  if (!inputs.ok()) return inputs.status().ToString();
  PipelineOutcome outcome =
      RunPipeline(*inputs, absl::Now() + absl::Minutes(1));
  if (!outcome.status.ok()) return outcome.status.ToString();
  absl::StatusOr<std::string> text =
      RenderOutput(*inputs, outcome, options, &pool);
  return text.ok() ? *text : text.status().ToString();
}

}  // namespace loom
