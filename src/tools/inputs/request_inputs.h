// SPDX-License-Identifier: Apache-2.0
// LoadRequest makes of a recorded RunFunctionRequest what `explain` runs: a pipeline
// of one step, with the input, the observed state and the required resources that the
// function was called with. What earlier steps desired is there as well. Objects answer
// whatever selects them, whatever name they came under; what the step asks for beyond
// them, under a name that the request does not have, is not answered yet.
//
//   LOOM_ASSIGN_OR_RETURN(PipelineInputs inputs,
//                         LoadRequest("request.json", std::cin, &pool));
//
// The file is protojson (or YAML of that shape), with the names of fields in either
// form, or the bytes of the message. Of these, places are those of the same request
// as YAML: "request.bin as YAML:12:3".
//
// It fails on a request without an observed composite, or without an input.
#pragma once

#include <istream>
#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/pipeline/composition.h"
#include "tools/pipeline/pipeline.h"

namespace loom {

// `in` is read for `-`; the pool keeps the trees. InvalidArgument: the file cannot be
// read, or is no such request.
absl::StatusOr<PipelineInputs> LoadRequest(const std::string& path,
                                           std::istream& in, Pool* pool);

// RequestTree makes of a RunFunctionRequest what its protojson is, as far as `explain`
// reads it: observed and desired state, input, context and required resources.
//
//   LOOM_ASSIGN_OR_RETURN(Value tree, RequestTree(request, &pool));
//   LOOM_ASSIGN_OR_RETURN(std::string yaml, WriteYaml(tree));
//
// Bytes are base64, and the maps are in the order of their keys.
//
// The pool keeps the texts. InvalidArgument: an object is nested too deeply.
absl::StatusOr<Value> RequestTree(const fn::RunFunctionRequest& request,
                                  Pool* pool);

}  // namespace loom
