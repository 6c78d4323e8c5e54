// SPDX-License-Identifier: Apache-2.0
// What a plain scalar means. Crossplane reads YAML with go-yaml v2, which
// speaks YAML 1.1, and what it reads is what the API server sees; the rules are
// Go's, to the letter.
//
//   yes On n         true, true, false       (as in YAML 1.1)
//   010 0o10 0b11    8, 8, 3
//   1_000 +1 1e3     1000, 1, 1000
//   2024-01-01 1:30  text
//   ~ null (nothing) null
//
// Numbers are as Go keeps them when it turns YAML into JSON and reads that:
// whole ones that fit are int64, all others doubles. `.inf` and `.nan` become
// what they say, which no JSON can hold; that is for the reader to refuse.
#pragma once

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

// The meaning of plain text; a text refers to the characters given.
Value PlainScalar(absl::string_view text);

// Whether `text`, written without quotes, would be read as the same text. False
// for dates and for base 60 (12:30:45) too, which are read as text but which
// others take for something else.
bool ReadsAsText(absl::string_view text);

}  // namespace loom
