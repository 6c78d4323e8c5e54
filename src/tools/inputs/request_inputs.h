// SPDX-License-Identifier: Apache-2.0
// LoadRequest turns a recorded RunFunctionRequest into the inputs of `explain`: a
// pipeline of one step, with the input, the observed state, the required resources and
// the desired state of earlier steps that the function was called with. An object
// answers every requirement that selects it, under any name. Other requirements, under
// names that the request does not have, are not answered yet.
//
// The file is protojson (or YAML of that shape), with field names in either form, or
// the bytes of the message. For bytes, locations refer to the same request as YAML:
// "request.bin as YAML:12:3".
//
// A request without an observed composite or without an input is an error.
#pragma once

#include <istream>
#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"
#include "tools/run/pipeline.h"
#include "tools/workspace/composition.h"

namespace loom {

// `in` is read for `-`. The pool keeps the trees. InvalidArgument: the file is
// unreadable, or is not such a request.
absl::StatusOr<PipelineInputs> LoadRequest(const std::string& path,
                                           std::istream& in, Pool* pool);

// Converts a RunFunctionRequest to the tree of its protojson, as far as `explain` reads
// it: observed and desired state, input, context and required resources. Bytes are
// base64, and maps are sorted by key. The pool keeps the strings. InvalidArgument: an
// object is nested too deeply.
absl::StatusOr<Value> RequestTree(const fn::RunFunctionRequest& request,
                                  Pool* pool);

}  // namespace loom
