// SPDX-License-Identifier: Apache-2.0
// RequestTree makes of a RunFunctionRequest what its protojson is, as far as `explain`
// reads it: observed and desired state, input, context and required resources.
//
//   LOOM_ASSIGN_OR_RETURN(Value tree, RequestTree(request, &pool));
//   LOOM_ASSIGN_OR_RETURN(std::string yaml, WriteYaml(tree));
//
// Bytes are base64, and the maps are in the order of their keys.
#pragma once

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/composition.h"

namespace loom {

// The pool keeps the texts. InvalidArgument: an object is nested too deeply.
absl::StatusOr<Value> RequestTree(const fn::RunFunctionRequest& request,
                                  Pool* pool);

}  // namespace loom
