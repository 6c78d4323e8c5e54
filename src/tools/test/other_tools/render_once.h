// SPDX-License-Identifier: Apache-2.0
// RenderOnce renders a composite once, as `function-loom render` does. The tests of
// xprin and Upbound are such renders.
//
//   LOOM_ASSIGN_OR_RETURN(RenderedOnce rendered,
//                         RenderOnce(std::move(render_sources), flags, &files, &pool));
//   rendered.documents[0];   // the composite, with its spec and metadata
//
// The composite is rendered as it is: a definition among the sources only says which kind
// of composite it is. FillDefaultsOf (tools/inputs/render_inputs.h) fills in defaults.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/inputs/render_options.h"
#include "tools/inputs/render_sources.h"
#include "tools/workspace/files.h"

namespace loom {

struct RenderedOnce {
  // The composite, and then the composed resources.
  std::vector<Value> documents;
  // The same as YAML, byte for byte as `crossplane render --include-full-xr` prints it.
  std::string text;
};

// The pool keeps the trees. The errors are those of InputsOf and RunPipeline: a step
// returned a FATAL result, or its function is not built in.
absl::StatusOr<RenderedOnce> RenderOnce(RenderSources sources,
                                        const RenderOptions& options,
                                        Files* files, Pool* pool);

// Returns `Kind/name`.
std::string KindAndName(const Value& document);

}  // namespace loom
