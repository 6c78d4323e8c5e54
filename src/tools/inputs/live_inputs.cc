// SPDX-License-Identifier: Apache-2.0
#include "tools/inputs/live_inputs.h"

#include <utility>

#include "base/errors.h"
#include "command_line/errors.h"
#include "tools/inputs/gather.h"
#include "tools/inputs/kubectl.h"
#include "tools/inputs/render_inputs.h"
#include "tools/inputs/request_inputs.h"

namespace loom {

absl::StatusOr<LiveInputs> LoadInputs(const RenderOptions& options,
                                      std::istream& in, std::ostream& err,
                                      Pool* pool) {
  if (!options.request.empty()) {
    LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                          LoadRequest(options.request, in, pool));
    return LiveInputs{std::move(inputs)};
  }
  if (!options.cluster) {
    LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
                          LoadRenderInputs(options, in, pool));
    return LiveInputs{std::move(inputs)};
  }
  Kubectl kubectl(options.where, &err);
  Gather gather(options, &kubectl, pool);
  LOOM_RETURN_IF_ERROR(gather.Run(in));
  for (const std::string& problem : gather.problems()) {
    PrintErrors(absl::FailedPreconditionError(problem), err);
  }
  if (!gather.has_inputs()) {
    return absl::FailedPreconditionError(
        "the inputs that were read cannot be used");
  }
  LiveInputs live{gather.Inputs(), gather.secrets(),
                  !gather.problems().empty()};
  for (const std::string& note : gather.notes()) {
    live.inputs.notes.push_back({.message = note});
  }
  return live;
}

}  // namespace loom
