// SPDX-License-Identifier: Apache-2.0
// The text edge of the tree: JSON in and out, by RapidJSON's reader.
//
//   ParseJson("{\"a\": 1}", &pool)      an object; numbers become doubles
//   ParseJson("{\"a\": 1} x", &pool)    InvalidArgument: …at offset 9
//   CompactJson(value)                  {"a":1,"b":[true,null]}
//
// CompactJson is Go's encoding/json to the byte, because hashes are taken of
// it: members sorted by the bytes of their names, no spaces, `<`, `>`, `&` and
// U+2028/9 as \uXXXX, \b \f \n \r \t \" \\ short, other controls \u00XX,
// numbers as number.h says.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// One JSON text. Of equal names the last wins. InvalidArgument with the
// offset of the fault; deeper than kMaxDepth is one.
absl::StatusOr<Value> ParseJson(absl::string_view text, Pool* pool);

// FailedPrecondition if a number is infinite or no number, as in Go, or if the
// text is too long (budget.h).
absl::StatusOr<std::string> CompactJson(const Value& value);

// A quoted JSON string with the escapes above.
void AppendJsonString(absl::string_view text, std::string* out);

}  // namespace loom
