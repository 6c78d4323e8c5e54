// SPDX-License-Identifier: Apache-2.0
// GoFormat is Go's fmt.Sprintf for the values of a tree. Compositions use it in the
// Format transform and in Combine patches.
//
//   directive = "%" flags width "." precision "[" index "]" verb
//
// Only "%" and the verb are required. The flags are + - # 0 and the space. Width and
// precision are numbers, or "*" for the next argument.
//
//   absl::StatusOr<std::string> text = GoFormat("%s-%03d", {&name, &five});
//
//   format, arguments             result
//   "%[2]s/%[1]s", "a", "b"       b/a
//   "%d", "bucket"                %!d(string=bucket)
//   "%s"                          %!s(MISSING)
//   "const", "bucket"             const%!(EXTRA string=bucket)
//
// As in Go, a mistake shows in the result and is not an error. CheckFormat finds the
// mistakes that do not depend on the values. These rules are ours:
//
//   * A whole number prints as an integer: %d prints 5 and not %!d(float64=5), and %v
//     prints 1000000 and not 1e+06, because all numbers on the wire are doubles. Only
//     the floating-point verbs (e E f F g G) treat a whole number as a double.
//   * %s of a number or a boolean prints what %v prints, padded to the width and cut to
//     the precision like a string. ScalarsUnderS::kAsInGo prints Go's %!s(float64=3).
//   * A verb that does not fit its argument may be refused: "%d does not fit a string".
//     Misfits::kNoted prints Go's note, %!d(string=bucket).
//   * A width or precision above kMaxFormatWidth is an error, and so is a result longer
//     than kMaxText (data/value/budget.h).
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
// Returns Go's name for the type of the value in the tree, for error messages:
// "string", "bool", "float64", "int64", "<nil>", "[]interface {}",
// "map[string]interface {}". A number is an int64 or a double, depending on how it was
// created.
absl::string_view GoTypeName(const Value& value);

// Returns the integer that a number prints as; nullopt if it prints as a float. Minus
// zero prints as a float, because an integer would lose its sign.
std::optional<int64_t> PrintedInteger(const Value& number);

// Returns the type that a value prints as, for notes in formatted strings. A whole
// number, such as Real(5), is an int64.
absl::string_view PrintedType(const Value& value);

// Formats a string for a message: in double quotes, escaped as by Go's %q, and cut
// after 64 characters. QuotedInFull is for strings that the Go function quotes in full.
// It cuts only a string that would fill a message by itself (limits::kMessage).
std::string Quoted(absl::string_view text);
std::string QuotedInFull(absl::string_view text);

// Formats one value of any kind under one directive of Go's fmt. Lists and objects are
// printed element by element, objects in the order of their keys. If the verb does not
// fit the value, the output contains a note. Stops adding elements when `out` is longer
// than `limit`. Returns the value that the verb does not fit, which may be an element
// of `value`; nullptr if it fits.
const Value* Print(const Value& value, const Directive& directive, size_t limit,
                   std::string* out);

inline constexpr int kMaxFormatWidth = limits::kFormatWidth;

// What %s prints for a number or a boolean.
enum class ScalarsUnderS { kPrinted, kAsInGo };
// The effect of a verb that does not fit its argument: Go's note in the result, or an
// error.
enum class Misfits { kNoted, kRefused };

// Returns InvalidArgument if a width or a precision is too large, and
// FailedPrecondition if the result is too long or a verb is refused. No message has a
// value.
absl::StatusOr<std::string> GoFormat(
    absl::string_view format, absl::Span<const Value* const> arguments,
    ScalarsUnderS scalars = ScalarsUnderS::kPrinted,
    Misfits misfits = Misfits::kNoted);

// Checks whether the format fits this number of arguments, whatever their values.
// Returns InvalidArgument with a message for the author of the format.
//
// A "*" also takes an argument. As in Go, a format that names an argument by its index
// may leave other arguments unused.
absl::Status CheckFormat(absl::string_view format, size_t arguments);

// Returns what %v prints: 5, 0.1, true, <nil>, [a b], map[k:v]. Returns
// FailedPrecondition if the result is too long.
absl::StatusOr<std::string> GoValue(const Value& value);

}  // namespace loom
