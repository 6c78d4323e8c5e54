// SPDX-License-Identifier: Apache-2.0
// WriteYaml writes a tree as YAML, byte for byte as the command line of
// Crossplane prints it, which is what go-yaml v2 makes of Go's JSON.
//
//   {"b": [{"x": 1}], "a": {}}   →   a: {}
//                                    b:
//                                    - x: 1
//
//   LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(object));
//
// Keys are sorted (tools/yaml/key_order.h), lists begin at the column of their key,
// text is quoted and folded where necessary (tools/yaml/text.h), and numbers are
// written as tools/yaml/number.h says.
//
// One rule is ours: U+007F to U+009F, U+FEFF, U+FFFE and U+FFFF are written as
// escapes, because go-yaml refuses them or loses them.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "data/value/value.h"

namespace loom {

// One document, which ends with a line break. FailedPrecondition: a number in
// it is infinite or NaN.
absl::StatusOr<std::string> WriteYaml(const Value& value);

}  // namespace loom
