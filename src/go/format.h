// SPDX-License-Identifier: Apache-2.0
// Go's fmt.Sprintf for the values of a tree, which Compositions use in the
// Format transform and in Combine patches.
//
//   "%" flags(+ - # space 0) width("8" or "*") "." precision "[" index "]" verb
//
//   GoFormat("%s-%03d", {&name, &five})      "bucket-005"
//   GoFormat("%[2]s/%[1]s", {&a, &b})        "b/a"
//   GoFormat("%d", {&name})                  "%!d(string=bucket)"
//   GoFormat("%s", {})                       "%!s(MISSING)"
//   GoFormat("const", {&name})               "const%!(EXTRA string=bucket)"
//
// As in Go, mistakes end up in the text and fail nothing. Two things are ours:
//
// * Whole numbers of the wire are doubles. Go prints them as such, which makes
//   %d useless and 1000000 into 1e+06. Here they print as the integers they
//   are, except under the verbs of floating point (e E f F g G): so both %d
//   and %.0f print 5.
// * Go pads to widths of millions. Here a width or precision beyond
//   kMaxFormatWidth and a text beyond kMaxText (budget.h) are errors.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "value/value.h"

namespace loom {

// No label, name or document is padded wider than this.
inline constexpr int kMaxFormatWidth = 1000;

// InvalidArgument: the width. FailedPrecondition: the text.
absl::StatusOr<std::string> GoFormat(absl::string_view format,
                                     absl::Span<const Value* const> arguments);

// What %v prints: 5, 0.1, true, <nil>, [a b], map[k:v]. FailedPrecondition: it
// is too long.
absl::StatusOr<std::string> GoValue(const Value& value);

}  // namespace loom
