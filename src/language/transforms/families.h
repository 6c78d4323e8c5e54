// SPDX-License-Identifier: Apache-2.0
// The transform `convert` makes a value of another type.
//
//   {toType: int64}                       "12" → 12, 3.7 → 3, true → 1
//   {toType: float64, format: quantity}   "1.5Gi" → 1610612736
//   {toType: object, format: json}        "{\"a\": 1}" → {a: 1}
//   {toType: bool}                        "yes" → an error
//
//   toType     string, bool, int64 (or int), float64, object, array
//   format     none (the default), quantity, json
//
// Texts are read by the rules of Go (data/go/numbers.h, data/go/quantity.h). A value
// that has the type already passes, whatever the format. Objects, lists and
// null are always an error, also where toType is their own type. All this is
// P&T's rule.
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
// (language/cel/program/expression_names.h). What it is given is called `value`; where the list of
// transforms stands decides which other names it knows.
//
//   - {type: expression, expression: "value == 'large' ? 9 : 3"}      "large" → 9
//   - {type: expression, expression: "value.map(v, v.id)"}            [{id: 1}] → [1]
//
//   transforms[0].expression: Invalid value: 1:1: unknown name "valeu", did you mean
//   "value"?
//
// While what it names is not there (yet), the whole patch is pending (sections/shared/patches/patch.h).

// Reads the member `expression`. nullptr: a mistake was reported.
std::unique_ptr<const Transform> ParseExpressionTransform(
    Fields& transform, ExpressionNames names, ExpressionNames* used);

// The transform `map` looks the value up in a table.
//
//   {EU: eu-north-1, US: us-east-2, none: null}
//
//   "EU" → "eu-north-1"
//   "none" → null
//   "XX" → an error: the table has no such key
//   5 → an error: only a string can be a key
//
// Keys are compared exactly. That a key may map to null is ours; P&T fails
// there.

std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input& late);

// The transform `match` gives the result of the first pattern that matches.
//
//   patterns:
//   - {type: literal, literal: prod, result: 3}
//   - {type: regexp, regexp: "^dev-", result: 1}
//   fallbackTo: Value         or Input: the value itself
//   fallbackValue: 0          null if absent
//
//   "prod" → 3
//   "dev-7" → 1
//   "x" → 0
//   5 → an error, fallback or not
//
// A pattern without a type is a literal, as P&T's schema says; P&T itself fails
// on it. A fallbackValue beside fallbackTo: Input is a mistake. In the drop-in
// inputs it becomes an error when no pattern matches, and an unknown fallbackTo
// means Value; both are P&T's rule.

std::unique_ptr<const Transform> ParseMatchTransform(const Input& block,
                                                     const Input& late);

// The transform `math` calculates with a number and one whole operand.
//
//   {type: Multiply, multiply: 1024}    2 → 2048, 2.5 → 2560
//   {type: ClampMin, clampMin: 3}       2 → 3, 3.5 → 3.5
//   {type: ClampMax, clampMax: 4}       4.9 → 4
//   any of them                         "2" → an error
//
// Numbers from the wire are doubles and are multiplied as doubles. An int64, as
// `convert` makes it, stays one and wraps around on overflow, as in Go. Clamps
// compare numbers as numbers, which is ours: P&T cuts off the fraction first,
// so that 4.9 passes a clampMax of 4.

std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input& late);

// The transform `string` makes a text of any value. Of a value that is no
// string it takes what %v prints.
//
//   {type: Format, fmt: "n-%03d"}                          5 → "n-005"
//   {type: Convert, convert: ToUpper}                      string_convert.h
//   {type: TrimPrefix, trim: "a-"}                         "a-b" → "b"
//   {type: TrimSuffix, trim: ".x"}                         "b.x" → "b"
//   {type: Regexp, regexp: {match: "v(\\d+)", group: 1}}   "v12-a" → "12"
//   {type: Join, join: {separator: ", "}}                  [a, b] → "a, b"
//   {type: Replace, replace: {search: a, replace: b}}      "aba" → "bbb"
//
// These fail:
//
//   {type: Regexp, regexp: {match: "v(\\d+)"}}             "w" → no match
//   {type: Regexp, regexp: {match: "v", group: 1}}         there is no group 1
//   {type: Join, join: {separator: ", "}}                  "a" → not a list
//
// A format that does not use exactly one argument (data/go/format.h) is a mistake:
// an error in the native input, and a note in the text in the drop-in ones, as
// in P&T. The separator of Join stands between elements and nowhere else, which
// is ours: P&T cuts one byte off the end instead of the last separator.

// Base64 as Go's base64.StdEncoding reads it: padded, with the alphabet of +
// and /. Line breaks are skipped, and nothing else is.
//
//   absl::StatusOr<std::string> bytes = DecodeBase64("aGk=");   // "hi"
//
//   aGVs
//   bG8=        "hello"
//   aGVsbG8     FailedPrecondition: illegal base64 data at input byte 4
//   _-__        FailedPrecondition: illegal base64 data at input byte 0
//
// The errors are Go's and do not quote the text.

absl::StatusOr<std::string> DecodeBase64(absl::string_view text);

// Checksums as text: SHA in lower-case hexadecimal, Adler-32 in decimal.
//
//   std::string name = Adler32("Crossplane");   // "373097499"
//   std::string hash = Sha1("Crossplane");      // 40 digits

std::string Sha1(absl::string_view text);
std::string Sha256(absl::string_view text);
std::string Sha512(absl::string_view text);
std::string Adler32(absl::string_view text);

// DecodedText is the text of a value below `data` of a Secret, which is base64 there.
// The bytes have to be UTF-8, because an object cannot hold others:
//
//   "YW5u"   "ann"
//   5        5: what is no text stays as it is
//   "###"    FailedPrecondition: not valid base64
//   "/w=="   FailedPrecondition: NotText: the decoded value is not UTF-8 text
//
// The errors do not quote the value, so they may always be told.

absl::StatusOr<Value> DecodedText(const Value& text, Pool* pool);

// The conversions of the string transform's type Convert, one row each.
//
//   ToUpper ToLower              character by character (data/go/text.h)
//   ToBase64                     of the bytes of the text
//   FromBase64                   bytes that are not UTF-8 become U+FFFD
//   ToJson                       compact JSON of the value itself
//   ToSha1 ToSha256 ToSha512     of the bytes of a string, or of the compact
//   ToAdler32                    JSON of any other value
//
// Where a text is wanted and the value is none, what %v prints is taken. The
// conversions are P&T's.
//
//   StringConversion convert = FindStringConversion("ToUpper");
//   absl::StatusOr<std::string> text = convert(value);

// FailedPrecondition: the value does not fit.
using StringConversion = absl::StatusOr<std::string> (*)(const Value& value);

// nullptr: there is none of that name.
StringConversion FindStringConversion(absl::string_view name);

// ToUpper, ToLower and so on, for messages.
std::vector<std::string> StringConversionNames();

std::unique_ptr<const Transform> ParseStringTransform(const Input& block,
                                                      const Input& late);

}  // namespace loom
