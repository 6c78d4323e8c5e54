// SPDX-License-Identifier: Apache-2.0
// PlainScalar reads a plain scalar of YAML, which is a scalar without quotes.
// Crossplane reads YAML with go-yaml v2, which implements YAML 1.1, and the API server
// sees the result. The rules here are exactly those of go-yaml v2.
//
//   yes On n         true, true, false       (as in YAML 1.1)
//   010 0o10 0b11    8, 8, 3
//   1_000 +1 1e3     1000, 1, 1000
//   2024-01-01 1:30  strings
//
// A number has the type that Go gives it when Go converts YAML to JSON and reads the
// JSON: an integer that fits into an int64 is an int64; every other number is a
// double.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns the value of a plain scalar. A string refers to the characters of `text`.
// `.inf` and `.nan` become doubles that JSON cannot represent; the caller has to reject
// them.
Value PlainScalar(absl::string_view text);

// Returns the value of a scalar with its tag, as events.h has it. InvalidArgument: the
// value does not fit the tag, or JSON cannot represent it. The message has no location.
absl::StatusOr<Value> TaggedScalar(absl::string_view tag,
                                   absl::string_view text, Pool* pool);

// Returns the name that a key has in the tree: "true" for `on`. InvalidArgument: it is
// null, a list or a map.
absl::StatusOr<absl::string_view> KeyText(const Value& key, Pool* pool);

// Returns whether a scalar that is a key is `<<`, whose value is merged into the map. It
// must be a map, or a list of maps.
bool IsMergeKey(absl::string_view tag, absl::string_view text);
inline constexpr absl::string_view kOnlyMapsMerge =
    "only a map can be merged by <<";

// Returns whether `text`, written without quotes, is read as the same string. Also
// false for dates and for numbers in base 60 (12:30:45), which other YAML readers do
// not read as strings.
bool ReadsAsText(absl::string_view text);

// Returns whether `text` is a date or time of YAML 1.1, as far as go-yaml v2 recognizes
// them: 2024-1-1 and 2024-01-01T10:00:00Z are, and 2024-01-01T10:00, without seconds,
// is not.
bool IsTimestamp(absl::string_view text);

// Returns the string that a scalar becomes where Go decodes it into a string: "true"
// for `on`. Authors write numbers and booleans there without quotes. Returns "" for
// nullptr, null, lists and maps.
std::string ScalarText(const Value* value);

// Returns whether a value exists and is true.
bool IsTrue(const Value* value);

}  // namespace loom
