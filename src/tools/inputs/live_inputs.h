// SPDX-License-Identifier: Apache-2.0
// LoadInputs loads the inputs of `render` and `explain`: from files, from a cluster
// (--cluster), from a gathered file (--from), or from a recorded call (--request).
#pragma once

#include <istream>
#include <ostream>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/run/pipeline.h"

namespace loom {

struct LiveInputs {
  PipelineInputs inputs;
  // The values of the Secrets of a cluster, which must not be printed.
  std::set<std::string> secrets = {};
  // Whether an object could not be read; the error was printed to `err`.
  bool is_incomplete = false;
};

// Returns the errors of Gather::Run, LoadRenderInputs and LoadRequest.
absl::StatusOr<LiveInputs> LoadInputs(const RenderOptions& options,
                                      std::istream& in, std::ostream& err,
                                      Pool* pool);

}  // namespace loom
