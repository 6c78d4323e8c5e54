// SPDX-License-Identifier: Apache-2.0
// A tree as YAML, byte for byte as Crossplane's command line prints it: that is
// Go's JSON, read and written again by go-yaml v2.
//
//   {"b": [{"x": 1}], "a": {}}   →   a: {}
//                                    b:
//                                    - x: 1
//
// Keys are sorted (yaml_key_order.h), lists stand at the column of their key,
// text has the quotes it needs and is folded past column 80 (yaml_text.h).
// Numbers: whole ones plainly as far as 64 bits go, others as Go's %g: 1.5,
// 1e+21, 1.2345675e+06.
//
// Ours, where theirs refuses or loses a character on the way: U+007F to U+009F,
// U+FEFF, U+FFFE and U+FFFF are written as escapes.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "value/value.h"

namespace loom {

// One document; ends with a line break. FailedPrecondition: a number that is
// infinite or no number.
absl::StatusOr<std::string> WriteYaml(const Value& value);

}  // namespace loom
