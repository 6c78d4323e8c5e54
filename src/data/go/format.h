// SPDX-License-Identifier: Apache-2.0
// GoFormat is Go's fmt.Sprintf for the values of a tree. Compositions use it in
// the Format transform and in Combine patches.
//
//   directive = "%" flags width "." precision "[" index "]" verb
//
// All parts but "%" and the verb may be missing. The flags are + - # 0 and the
// space. Width and precision are numbers, or "*" for the next argument.
//
//   absl::StatusOr<std::string> text = GoFormat("%s-%03d", {&name, &five});
//
//   format, arguments             text
//   "%s-%03d", "bucket", 5        bucket-005
//   "%[2]s/%[1]s", "a", "b"       b/a
//   "%d", "bucket"                %!d(string=bucket)
//   "%s"                          %!s(MISSING)
//   "const", "bucket"             const%!(EXTRA string=bucket)
//
// As in Go, a mistake shows in the text and is no error. CheckFormat finds the
// mistakes that do not depend on the values. Three rules are ours:
//
//   * A whole number prints as an integer: %d prints 5 and not %!d(float64=5),
//     and %v prints 1000000 and not 1e+06. All numbers of the wire are doubles,
//     and Go prints them as such. Only the verbs of floating point (e E f F g G)
//     take a whole number for a double, so that both %d and %.0f print 5.
//   * %s of a number or a boolean prints what %v prints, padded to the width
//     and cut to the precision like a string. Go prints %!s(float64=3), which
//     nobody wants in a name; ScalarsUnderS::kAsInGo keeps it, letter by letter.
//   * A width or precision above kMaxFormatWidth is an error, and so is a text
//     above kMaxText (data/value/budget.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/limits.h"
#include "data/go/text.h"
#include "data/value/value.h"

namespace loom {
// The names that Go has for the types of values: "string", "bool", "float64",
// "int64", "<nil>", "[]interface {}", "map[string]interface {}".
//
//   GoTypeName(Real(5))        "float64": the type that the value has
//   PrintedType(Real(5))       "int64": the type that it prints as
//   PrintedType(Real(0.5))     "float64"

// The type of the value in the tree: a number is an int64 or a double as it was
// made. For error messages.
absl::string_view GoTypeName(const Value& value);

// The integer that a number prints as. nullopt: it prints as a float, as minus
// zero does, whose sign would be lost.
std::optional<int64_t> PrintedInteger(const Value& number);

// The type that a value prints as: a whole number is an int64, also one from
// the wire. For notes in formatted texts.
absl::string_view PrintedType(const Value& value);

// Quoted writes a value into a message: in double quotes, escaped as Go's %q
// does, and cut behind 64 characters. QuotedInFull cuts it only where it alone
// would fill a message (limits::kMessage), for texts that the Go function quotes
// in full.
//
//   Quoted("eu")                  "eu"
//   Quoted("a\tb")                "a\tb"
//   Quoted(a page of text)        "the first 64 characters"…
//   QuotedInFull(a page of text)  "the page"

std::string Quoted(absl::string_view text);
std::string QuotedInFull(absl::string_view text);

// Prints one value of any kind under one directive of Go's fmt: lists and
// objects element by element, objects in the order of their keys. A verb that
// does not fit the value leaves a note in the text. Part of data/go/format.h.
//
//   %v of [1, null]        [1 <nil>]
//   %q of {"a": "b"}       map["a":"b"]
//   %s of 3                3, which is ours: Go prints %!s(float64=3)
//   %d of "x"              %!d(string=x)

// Stops adding elements once `out` is longer than `limit`.
void Print(const Value& value, const Directive& directive, size_t limit,
           std::string* out);

inline constexpr int kMaxFormatWidth = limits::kFormatWidth;

// What %s makes of a number or a boolean.
enum class ScalarsUnderS { kPrinted, kAsInGo };

// InvalidArgument: a width or a precision is too large. FailedPrecondition: the
// text is too long.
absl::StatusOr<std::string> GoFormat(
    absl::string_view format, absl::Span<const Value* const> arguments,
    ScalarsUnderS scalars = ScalarsUnderS::kPrinted);

// Whether the format fits any values of that number. InvalidArgument, in words
// for the author of the format:
//
//   format, arguments     message
//   "%s-%s", 1            the format uses 2 arguments and is given 1
//   "const", 1            the format uses 0 arguments and is given 1
//   "%[2]s", 1            "%[2]s" in the format has a wrong index: …
//   "100%", 0             the format ends in a directive without a verb …
//   "%1001s", 1           want a width of at most 1000 in the format, got 1001
//
// A "*" takes an argument, too. As in Go, a format that names an argument by
// its index may leave others unused.
absl::Status CheckFormat(absl::string_view format, size_t arguments);

// What %v prints: 5, 0.1, true, <nil>, [a b], map[k:v]. FailedPrecondition: the
// text is too long.
absl::StatusOr<std::string> GoValue(const Value& value);

}  // namespace loom
