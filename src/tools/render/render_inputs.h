// SPDX-License-Identifier: Apache-2.0
// LoadRenderInputs reads all files that a `function-loom render` names, and
// checks that they belong together.
//
//   LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
//                         LoadRenderInputs(options, std::cin, &pool));
//
// What belongs together among the observed resources says observed_resources.h.
#pragma once

#include <istream>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/pipeline.h"
#include "tools/render/render_options.h"

namespace loom {

// `in` is read where a file is named `-`; the pool keeps the trees.
// InvalidArgument: a file cannot be read, or is of another kind than is
// expected. FailedPrecondition: the Composition is not for this composite.
absl::StatusOr<PipelineInputs> LoadRenderInputs(const RenderOptions& options,
                                                std::istream& in, Pool* pool);

}  // namespace loom
