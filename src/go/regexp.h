// SPDX-License-Identifier: Apache-2.0
// Regular expressions in Go's syntax, matched by RE2, its older sibling: the
// same language, in time linear in the text, but for details that are ironed
// out here and in unicode_class.h.
//
//   CompileRegexp("^v(?P<n>\\d+)")
//   CompileRegexp("^v(?<n>\\d+)")    Go's newer spelling of the same
//   CompileRegexp("\\p{Letter}")     a name that Go has since 1.25
//   CompileRegexp("a(?=b)")          InvalidArgument: no look-around
//   CompileRegexp("\\C")             InvalidArgument: RE2's only
//   CompileRegexp("(a{100}){11}")    InvalidArgument, as in Go: at most 1000
//
// test/fidelity compares the two over some thousand patterns. What is left to
// differ: letters newer than RE2's Unicode, which is 14; \B, which RE2 also
// finds between the bytes of a character; how often a lazy repetition of
// nothing, such as (?s){0,2}?, lets what is around it go on; and RE2's bound of
// 8 MiB for what is compiled, which holds ^[\pL\d-]{1,253}$ but not
// ^\pL{1,500}$.
#pragma once

#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "input/input.h"
#include "re2/re2.h"
#include "value/value.h"

namespace loom {

absl::StatusOr<std::unique_ptr<const RE2>> CompileRegexp(
    absl::string_view pattern);

// Equal patterns of an input are one: each keeps up to 8 MiB of what it learnt
// from the texts that it met.
using SharedRegexp = std::shared_ptr<const RE2>;

// The expression in a member of an input. nullptr once the mistake was
// reported: `regexp: Invalid value: "[": invalid regexp: …`.
SharedRegexp ParseRegexp(const Input& at, absl::string_view member,
                         absl::string_view pattern);

// Whether it matches, and its first groups, of which the first is the whole
// match. FailedPrecondition: the text is too long for a pattern of that size,
// or the call has done too much already (value/budget.h).
absl::StatusOr<bool> Match(const RE2& regexp, absl::string_view text,
                           std::vector<re2::StringPiece>* groups, Pool* pool);

}  // namespace loom
