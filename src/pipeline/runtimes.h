// SPDX-License-Identifier: Apache-2.0
// Where each step of a pipeline runs: here, if its input is one of those that
// are built in, unless its Function says that it is to be called elsewhere.
//
//   render.crossplane.io/runtime: Development         called over gRPC, at
//   render.crossplane.io/runtime-development-target   this address
//                                                     (localhost:9443)
//   render.crossplane.io/runtime: InProcess           here, if its input allows
//   render.crossplane.io/runtime: Docker, or none     here, too
//
// The first three are Crossplane's; that Docker is never needed is ours.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "pipeline/composition.h"
#include "pipeline/files.h"
#include "pipeline/render_options.h"

namespace loom {

struct Route {
  enum class Kind { kInProcess, kRemote, kSkipped };
  Kind kind = Kind::kInProcess;
  std::string target;  // of a remote one
};

// A route for each step. InvalidArgument: FUNCTIONS holds something else, a
// step to be skipped is not there, or (one error that names them all) steps can
// run nowhere.
absl::StatusOr<std::vector<Route>> RouteSteps(
    const std::vector<PipelineStep>& steps, const RenderOptions& options,
    Files* files);

}  // namespace loom
