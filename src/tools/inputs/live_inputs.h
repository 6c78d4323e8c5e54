// SPDX-License-Identifier: Apache-2.0
// LoadInputs finds what `render` and `explain` run: in files, in a cluster (--cluster), in
// what was gathered there (--from), or in a recorded call (--request).
//
//   LOOM_ASSIGN_OR_RETURN(LiveInputs live, LoadInputs(options, std::cin, std::cerr, &pool));
//   PipelineOutcome outcome = RunPipeline(live.inputs, deadline);
#pragma once

#include <istream>
#include <ostream>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

struct LiveInputs {
  PipelineInputs inputs;
  // The values of the Secrets of a cluster, which are not to be printed.
  std::set<std::string> secrets = {};
  // Whether something could not be read, which was printed to `err`.
  bool is_incomplete = false;
};

// The errors are those of Gather::Run, LoadRenderInputs and LoadRequest.
absl::StatusOr<LiveInputs> LoadInputs(const RenderOptions& options,
                                      std::istream& in, std::ostream& err,
                                      Pool* pool);

}  // namespace loom
