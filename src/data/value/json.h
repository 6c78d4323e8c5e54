// SPDX-License-Identifier: Apache-2.0
// JSON texts in and out of the tree.
//
//   absl::StatusOr<Value> object = ParseJson(R"({"b": [], "a": 1})", pool);
//   absl::StatusOr<std::string> text = CompactJson(*object);
//
//   ParseJson of             gives
//   {"a": 1}                 an object, whose number is a double
//   {"a": 1, "a": 2}         {"a": 2}: the last of equal names counts
//   {"a": 1} x               InvalidArgument: … at offset 9
//
// CompactJson writes what Go's encoding/json writes, byte for byte, because
// Compositions take hashes of it: members in the order of the bytes of their
// names and no spaces; <, >, & and U+2028, U+2029 as \uXXXX; \b \f \n \r \t \"
// and \\ in their short forms and other control characters as \u00XX; numbers
// as in number.h. The object above is {"a":1,"b":[]}.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// InvalidArgument, with the offset of the fault: the text is not exactly one
// JSON value, or values are nested deeper than kMaxDepth.
absl::StatusOr<Value> ParseJson(absl::string_view text, Pool* pool);

// FailedPrecondition: a number is infinite or NaN, as in Go, or the text is too
// long (budget.h).
absl::StatusOr<std::string> CompactJson(const Value& value);

// A quoted JSON string with the escapes above.
void AppendJsonString(absl::string_view text, std::string* out);

}  // namespace loom
