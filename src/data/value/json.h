// SPDX-License-Identifier: Apache-2.0
// ParseJson reads JSON text into a tree, and CompactJson writes a tree as JSON.
//
//   absl::StatusOr<Value> object = ParseJson(R"({"b": [], "a": 1})", pool);
//   absl::StatusOr<std::string> text = CompactJson(*object);     // {"a":1,"b":[]}
//
// Numbers are read as doubles. The last of several equal keys wins.
//
// CompactJson writes the same bytes as Go's encoding/json, because Compositions hash
// them. Keys are sorted by their bytes, and there are no spaces. The characters <, >,
// &, U+2028 and U+2029 become \uXXXX. The escapes \b \f \n \r \t \" and \\ are used,
// and other control characters become \u00XX. Numbers are written as in number.h.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns InvalidArgument with the offset of the error if the text is not exactly one
// JSON value, or if values are nested deeper than kMaxDepth.
absl::StatusOr<Value> ParseJson(absl::string_view text, Pool* pool);

// Returns FailedPrecondition if a number is infinite or NaN (also an error in Go), or
// if the result is too long (budget.h).
absl::StatusOr<std::string> CompactJson(const Value& value);

// Appends a quoted JSON string with the escapes above.
void AppendJsonString(absl::string_view text, std::string* out);

}  // namespace loom
