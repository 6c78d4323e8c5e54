// SPDX-License-Identifier: Apache-2.0
// The parsers of the transform families (transform.h), one per family, and the
// conversions of the family `string`. docs/cheat-sheet.md has examples.
//
// The transform `convert` converts a value to another type.
//
//   toType     string, bool, int64 (or int), float64, object, array
//   format     none (the default), quantity, json
//
// Strings are parsed by Go's rules (data/go/numbers.h, data/go/quantity.h). A value
// that already has the type passes unchanged, whatever the format. Objects, lists and
// null are always an error, even if toType is their own type. All of this is P&T's
// rule.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {
std::unique_ptr<const Transform> ParseConvertTransform(const Input& block,
                                                       const Input& late);

// The transform `expression` of the native input computes a value in CEL
// (language/cel/program/expression_names.h). The name of its input is `value`. Which
// other names it may use depends on where the list of transforms is. If the expression
// refers to something that does not exist (yet), the whole patch is pending
// (sections/shared/patches/patch.h). Reads the field `expression` and adds the names
// that it uses to `used`. nullptr: an error was reported.
std::unique_ptr<const Transform> ParseExpressionTransform(
    Fields& transform, ExpressionNames names, ExpressionNames* used);

// The transform `map` looks up a string in a map. Keys are compared exactly, and
// another value than a string is an error. A key may map to null. This is our rule: P&T
// fails on it.
std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input& late);

// The transform `match` returns the result of the first pattern that matches, or
// `fallbackValue` (null if absent), or the value itself under fallbackTo: Input. A
// value that is not a string is an error, with or without a fallback.
//
// A pattern without a type is a literal, as P&T's schema says; P&T itself fails on it.
// Setting fallbackValue together with fallbackTo: Input is a mistake. In the drop-in
// inputs it is an error only when no pattern matches, and an unknown fallbackTo means
// Value. Both are P&T's rules.
std::unique_ptr<const Transform> ParseMatchTransform(const Input& block,
                                                     const Input& late);

// The transform `math` multiplies a number, or clamps it (Multiply, ClampMin,
// ClampMax). The operand is an integer. In the native input it may also be a fraction.
// A string is an error.
//
// Numbers from the wire are doubles and are multiplied as doubles. An int64, which
// `convert` can return, stays an int64 and wraps around on overflow, as in Go. ClampMin
// and ClampMax compare the exact numbers. This is our rule: P&T cuts off the fraction
// first, so 4.9 passes a clampMax of 4.
std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input& late);

// StringConversion is one conversion of the string transform's type Convert.
//
//   ToUpper ToLower              character by character (data/go/text.h)
//   ToBase64                     of the bytes of the string
//   FromBase64                   bytes that are not UTF-8 become U+FFFD
//   ToJson                       compact JSON of the value itself
//   ToSha1 ToSha256 ToSha512     of the bytes of a string, or of the compact
//   ToAdler32                    JSON of any other value
//
// ToUpper, ToLower, ToBase64 and FromBase64 use the %v form of a value that is not a
// string. The conversions are P&T's. FailedPrecondition: the value does not fit.
using StringConversion = absl::StatusOr<std::string> (*)(const Value& value);

// Returns nullptr if no conversion has that name.
StringConversion FindStringConversion(absl::string_view name);

// Returns ToUpper, ToLower and so on, for messages.
std::vector<std::string> StringConversionNames();

// The transform `string` makes a string from any value. If the value is not a string,
// most types use its %v form.
//
//   {type: Format, fmt: "n-%03d"}                          5 → "n-005"
//   {type: Convert, convert: ToUpper}                      see StringConversion
//   {type: TrimPrefix, trim: "a-"}                         "a-b" → "b"
//   {type: TrimSuffix, trim: ".x"}                         "b.x" → "b"
//   {type: Regexp, regexp: {match: "v(\\d+)", group: 1}}   "v12-a" → "12"
//   {type: Join, join: {separator: ", "}}                  [a, b] → "a, b"
//   {type: Replace, replace: {search: a, replace: b}}      "aba" → "bbb"
//
// A format that does not use exactly one argument (data/go/format.h) is a mistake. In
// the native input it is an error. In the drop-in inputs the mistake shows in the
// output, such as %!(EXTRA …), as in P&T. Join writes its separator only between
// elements. This is our rule: P&T cuts one byte off the end instead of the last
// separator.
std::unique_ptr<const Transform> ParseStringTransform(const Input& block,
                                                      const Input& late);

}  // namespace loom
