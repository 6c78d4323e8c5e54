// SPDX-License-Identifier: Apache-2.0
// Regular expressions in Go's syntax, matched by RE2, its older sibling: the
// same language, in time linear in the text, but for two details.
//
//   CompileRegexp("^v(?P<n>\\d+)")
//   CompileRegexp("^v(?<n>\\d+)")    Go's newer spelling of the same
//   CompileRegexp("a(?=b)")          InvalidArgument: no look-around
//   CompileRegexp("\\C")             InvalidArgument: RE2's only
//
// RE2 bounds the size of a compiled expression, and repetitions to 1000.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "re2/re2.h"

namespace loom {

absl::StatusOr<std::unique_ptr<const RE2>> CompileRegexp(
    absl::string_view pattern);

// How RE2 takes text.
inline re2::StringPiece Piece(absl::string_view text) {
  return {text.data(), text.size()};
}

}  // namespace loom
