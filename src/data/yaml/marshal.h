// SPDX-License-Identifier: Apache-2.0
// A document is a value written as one string, such as the policy in a field of a
// resource. MarshalJson and MarshalYaml write it, and ParseYaml reads it
// (data/value/json.h has ParseJson). All of them count their work, and limit what they
// make (data/value/budget.h).
//
//   MarshalJson({"b": [1], "a": "x"})   {"a":"x","b":[1]}
//   MarshalYaml({"b": [1], "a": "x"})   a: x\nb:\n- 1\n
//   ParseYaml("mode: 010")              {"mode": 8}
//
// JSON is what Go's encoding/json writes, and YAML what go-yaml v2 writes (writer.h)
// and reads (scalar.h), as kubectl and Crossplane do. Bytes become base64 in both.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Return the text, which lives as long as the call.
// FailedPrecondition: a number has no form in JSON, or the text is too long.
absl::StatusOr<absl::string_view> MarshalJson(Value value, Pool* pool);
// The text ends with a line break.
absl::StatusOr<absl::string_view> MarshalYaml(Value value, Pool* pool);

// Returns the value of a document; null if it is empty.
// InvalidArgument: it is not YAML, or not one document. The message begins with line and
// column, as in `2:1: a tab cannot indent; use spaces`. The errors of
// tools/yaml/reader.h are also errors here.
// FailedPrecondition: its aliases make too much.
absl::StatusOr<Value> ParseYaml(absl::string_view text, Pool* pool);

}  // namespace loom
