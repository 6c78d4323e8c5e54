// SPDX-License-Identifier: Apache-2.0
// Regexp is a compiled regular expression in Go's syntax. The time of a match is
// linear in the length of the string. RE2 does the matching; no other file includes it.
//
//   absl::StatusOr<Regexp> version = Regexp::Compile("^v(?P<major>\\d+)");
//   absl::StatusOr<bool> matches = version->Matches("v12-a", pool);  // true
//   auto major = version->Find("v12-a", 1, pool);                    // "12"
//
// Go and RE2 accept the same language, except for details that Compile handles: Go's
// newer spelling (?<n>…) and the long names of classes, \p{Letter} (data/go/text.h),
// are accepted, and \C, which only RE2 has, is InvalidArgument.
//
// test/suites/fidelity compares the two over some thousand patterns. These differences
// remain:
//
//   * RE2 has the letters of Unicode 14 and no newer ones.
//   * \B also matches between the bytes of one character.
//   * A lazy repetition of nothing, such as (?s){0,2}?, may change the end of the
//     repetition around it.
//   * A compiled pattern takes at most 8 MiB: ^[\pL\d-]{1,253}$ fits and
//     ^\pL{1,500}$ does not. This limit is ours, and so are kPattern, the bytes of a
//     pattern, and kMatch, the cost of a match (base/limits.h).
//
// RE2 builds automata while it matches, and keeps them. The memory of a pattern for its
// programs and automata together is the memory that the programs need, but at least 128
// KiB. Beyond that, RE2 starts the automata again or matches without them.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace re2 {
class RE2;
}  // namespace re2

namespace loom {

// Copies share the compiled program. Safe to use from many threads.
class Regexp {
 public:
  // Compiles a pattern. Returns InvalidArgument if it is malformed or exceeds a limit.
  static absl::StatusOr<Regexp> Compile(absl::string_view pattern);
  // Compiles a pattern that is not part of the input. Its steps count toward the call
  // that owns the pool.
  static absl::StatusOr<Regexp> CompileIn(absl::string_view pattern,
                                          Pool* pool);
  // Compiles a pattern and calls `pay` with the work of each part of the compilation,
  // in steps of half a microsecond: before each long part, and also for a program that
  // turns out too large. If `pay` returns an error, compilation ends with that error.
  using PayFn = absl::FunctionRef<absl::Status(size_t steps)>;
  static absl::StatusOr<Regexp> CompilePaying(absl::string_view pattern,
                                              PayFn pay);

  // Returns the size of the compiled program, in steps of 16 bytes (kPatternSteps).
  size_t steps() const;
  // Returns the bytes of memory that its automata may allocate later.
  size_t growth() const;
  int groups() const;

  // Returns whether a part of the string matches. Returns FailedPrecondition if the
  // string is too long for a program of that size, or if the call of the pool has used
  // up its steps (data/value/budget.h).
  absl::StatusOr<bool> Matches(absl::string_view text, Pool* pool) const;
  // Returns whether the whole string matches, with the errors of Matches.
  absl::StatusOr<bool> MatchesWhole(absl::string_view text, Pool* pool) const;
  // Returns whether a string that begins with `prefix` may match as a whole. Only the
  // range of all matches is checked: a-.*|z-.* may also match from "subnet-", which is
  // between its matches. Errors are those of the account of the call.
  absl::StatusOr<bool> MayMatchFrom(absl::string_view prefix, Pool* pool) const;

  // Returns the part of the first match that `group` matched: 0 is the whole match, and
  // the last group is groups(). Returns "" if the group did not take part in the match,
  // and nullopt if nothing matches. Errors are those of Matches.
  absl::StatusOr<std::optional<absl::string_view>> Find(absl::string_view text,
                                                        int group,
                                                        Pool* pool) const;

  // Returns the first match that begins at the byte `from` or later. `from` must be at
  // most the size of the string. Errors are those of Matches.
  absl::StatusOr<std::optional<absl::string_view>> FindFrom(
      absl::string_view text, size_t from, Pool* pool) const;

 private:
  explicit Regexp(std::shared_ptr<const re2::RE2> compiled)
      : compiled_(std::move(compiled)) {}

  absl::Status SpendOn(absl::string_view text, Pool* pool) const;

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace loom
