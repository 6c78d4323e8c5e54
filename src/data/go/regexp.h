// SPDX-License-Identifier: Apache-2.0
// Regexp is a regular expression in Go's syntax, compiled once and matched in
// time linear in the text. RE2 does the matching; no other file includes it.
//
//   absl::StatusOr<Regexp> version = Regexp::Compile("^v(?P<major>\\d+)");
//   absl::StatusOr<bool> matches = version->Matches("v12-a", pool);  // true
//   auto major = version->Find("v12-a", 1, pool);                    // "12"
//
// Go and RE2 take the same language but for details, which Compile evens out:
//
//   ^v(?<n>\d+)      Go's newer spelling of (?P<n>…) is accepted.
//   \p{Letter}       The long names of classes are accepted (data/go/text.h).
//   \C               InvalidArgument: only RE2 has it.
//   a(?=b)           InvalidArgument in both: there is no look-around.
//   (a{100}){11}     InvalidArgument in both: at most 1000 repetitions.
//
// test/suites/fidelity compares the two over some thousand patterns. These differences
// are left:
//
//   * RE2 knows the letters of Unicode 14 and no newer ones.
//   * \B also matches between the bytes of one character.
//   * A lazy repetition of nothing, such as (?s){0,2}?, may let the repetition
//     around it end at another place.
//   * A compiled pattern takes at most 8 MiB: ^[\pL\d-]{1,253}$ fits and
//     ^\pL{1,500}$ does not. That bound is ours, and so are kPattern, the bytes
//     of a pattern, and kMatch, the cost of a match (base/limits.h).
//
// RE2 builds automata while it matches, and keeps them. A pattern gets as much
// memory for its programs and automata together as its programs need, and at
// least 128 KiB. Beyond it RE2 begins the automata again, or matches without
// them.
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
  // InvalidArgument: the pattern is malformed or larger than the limits.
  static absl::StatusOr<Regexp> Compile(absl::string_view pattern);
  // The same, for a pattern that is not of the input: the call of the pool pays for it.
  static absl::StatusOr<Regexp> CompileIn(absl::string_view pattern,
                                          Pool* pool);
  // The same. It calls `pay` with the work of each part of the compilation, in steps of half
  // a microsecond: before a part that takes long, and also for a program that turns out too
  // large. An error of `pay` ends the compilation, and is returned.
  using PayFn = absl::FunctionRef<absl::Status(size_t steps)>;
  static absl::StatusOr<Regexp> CompilePaying(absl::string_view pattern,
                                              PayFn pay);

  // The size of the compiled program, in steps of 16 bytes (kPatternSteps).
  size_t steps() const;
  // The bytes of memory that its automata may come to take.
  size_t growth() const;
  // How many capturing groups the pattern has.
  int groups() const;

  // Whether a part of the text matches. FailedPrecondition: the text is too
  // long for a program of that size, or the call of the pool has used up its
  // steps (data/value/budget.h).
  absl::StatusOr<bool> Matches(absl::string_view text, Pool* pool) const;
  // Whether the whole text matches. The errors are those of Matches.
  absl::StatusOr<bool> MatchesWhole(absl::string_view text, Pool* pool) const;
  // Whether a text that begins with `prefix` may match as a whole. It is true, too, if
  // that cannot be decided: the range in which all matches lie is compared with it.
  //   config-.*     may match from "config-" and from "c", and not from "subnet-"
  //   a-.*|z-.*     may match from "subnet-", which lies between its matches
  // An error is one of the account of the call.
  absl::StatusOr<bool> MayMatchFrom(absl::string_view prefix, Pool* pool) const;

  // What `group` took of the first match: 0 is the whole match, and the last
  // group is groups(). "" if the group took no part in the match, nullopt if
  // nothing matches. The errors are those of Matches.
  absl::StatusOr<std::optional<absl::string_view>> Find(absl::string_view text,
                                                        int group,
                                                        Pool* pool) const;

  // The first match that begins at the byte `from` or later, which has to be at most
  // the size of the text. The errors are those of Matches.
  absl::StatusOr<std::optional<absl::string_view>> FindFrom(
      absl::string_view text, size_t from, Pool* pool) const;

 private:
  explicit Regexp(std::shared_ptr<const re2::RE2> compiled)
      : compiled_(std::move(compiled)) {}

  absl::Status SpendOn(absl::string_view text, Pool* pool) const;

  std::shared_ptr<const re2::RE2> compiled_;
};

}  // namespace loom
