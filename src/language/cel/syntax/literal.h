// SPDX-License-Identifier: Apache-2.0
// Literals of CEL: what a token of a number or a text stands for.
//
//   ReadNumber("0x1F", false)        int64 31
//   ReadNumber("5u", false)          uint64 5
//   ReadNumber("9223372036854775808", true)     int64: the least there is
//   ReadText("'a\\x41'")             "aA"
//   ReadText("b'\\xff'")             one byte, 255
//   ReadText("r'\\d'")               \d as it is
//
//   ReadNumber("9223372036854775808", false)    fails: the number is too large
//   ReadText("'\\q'")                           fails: unknown escape sequence \q
//
// The escapes are those of the specification: \a \b \f \n \r \t \v \\ \? \" \' \`,
// \xHH, three octal digits, and in texts \uHHHH and \UHHHHHHHH.
#pragma once

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/expr.h"

namespace loom {

// `negative`: a minus stands in front. InvalidArgument, without a place.
absl::StatusOr<Literal> ReadNumber(absl::string_view token, bool negative);
absl::StatusOr<Literal> ReadText(absl::string_view token);

}  // namespace loom
