// SPDX-License-Identifier: Apache-2.0
// What a plain scalar (one without quotes) means. Crossplane reads YAML with
// go-yaml v2, which implements YAML 1.1, and the API server sees the result.
// The rules here are exactly those of go-yaml v2.
//
//   yes On n         true, true, false       (as in YAML 1.1)
//   010 0o10 0b11    8, 8, 3
//   1_000 +1 1e3     1000, 1, 1000
//   2024-01-01 1:30  text
//   ~ null (nothing) null
//
// A number has the type that Go gives it by turning YAML into JSON and reading
// the JSON: a whole number that fits is int64, any other is a double.
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The value of a plain scalar. A string refers to the characters of `text`.
// `.inf` and `.nan` give doubles that no JSON can hold; the caller has to
// refuse them.
Value PlainScalar(absl::string_view text);

// Whether `text`, written without quotes, is read as the same text. It is false
// also for dates and for numbers of base 60 (12:30:45): PlainScalar reads those
// as text, but other readers of YAML do not.
bool ReadsAsText(absl::string_view text);

// IsTimestamp tells whether a text is a date or a time as YAML 1.1 knows them,
// as far as go-yaml v2 recognizes them:
//
//   2024-01-01   2024-1-1   2024-01-01T10:00:00Z   2024-01-01 10:00:00.5
//
// These are none: 2024-13-01 (there is no such month) and 2024-01-01T10:00 (it
// has no seconds).
bool IsTimestamp(absl::string_view text);

// ScalarText is the text of a scalar where Go decodes it into a string. Authors
// write numbers and booleans there without quotes.
//
//   step: 1      "1"
//   step: on     "true"
//
// The text is "" for nullptr, null, lists and objects.
std::string ScalarText(const Value* value);

}  // namespace loom
