// SPDX-License-Identifier: Apache-2.0
//
// How it works. A pattern in Go's syntax is rewritten into RE2's (InSyntaxOfRe2), and RE2
// compiles and matches it. What remains is to bound what a pattern costs.
//
// Memory: RE2 takes a budget and fails if a program does not fit. The necessary budget
// is not known in advance, so compilation begins with 128 KiB and multiplies it by four
// until both programs fit or the limit is reached (CompileSmall). The budget also
// bounds the automata that RE2 builds while it matches.
//
// Time: a match takes at most one step for each step of the program and each byte, and
// this product is paid from the account of the call before the match. The price of
// compiling is the size of the program, including attempts that turn out too large,
// plus the square of the number of optional copies, as in a{0,1000} (OptionalCopies):
// RE2 visits all copies from each of them, which takes 0.9 seconds for sixteen of these
// in a row.
#include "data/go/regexp.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "data/go/text.h"
#include "data/value/budget.h"
#include "re2/re2.h"

namespace loom {
namespace {

// The bytes of a step of a program, including the memory that RE2 needs besides it.
constexpr size_t kStep = 24;
// A step of a small program takes this many times as long to compile as a step of a
// large program: about a microsecond.
constexpr size_t kSmall = 2;
// The square of the number of optional copies that takes as long as a step.
constexpr uint64_t kCopiesOfAStep = 150;
// No program has room for more.
constexpr uint64_t kMostSteps = limits::kPatternMemory / kStep;

re2::StringPiece Piece(absl::string_view text) {
  return {text.data(), text.size()};
}

RE2::Options Quiet() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

// Returns whether RE2 accepts the class. Returns an error if the check cannot be paid
// for.
absl::StatusOr<bool> IsKnownToRe2(absl::string_view class_name,
                                  Regexp::PayFn pay) {
  RE2 alone(absl::StrCat("\\p{", class_name, "}"), Quiet());
  if (!alone.ok()) return false;
  LOOM_RETURN_IF_ERROR(pay(kSmall * size_t(alone.ProgramSize())));
  return true;
}

// Returns the size of the class `[:name:]` at the beginning of `pattern`, or 1 if there
// is only a bracket.
size_t SizeOfInnerClass(absl::string_view pattern) {
  if (!absl::StartsWith(pattern, "[:")) return 1;
  size_t end = pattern.find(":]", 2);
  return end == absl::string_view::npos ? 1 : end + 2;
}

// Returns the size of the class `[…]` at the beginning of `pattern`. A closing bracket
// in its first position is literal.
size_t SizeOfClass(absl::string_view pattern) {
  size_t at = absl::StartsWith(pattern, "[^") ? 2 : 1;
  if (pattern.substr(at, 1) == "]") ++at;
  while (at < pattern.size() && pattern[at] != ']') {
    at += pattern[at] == '\\'  ? 2
          : pattern[at] == '[' ? SizeOfInnerClass(pattern.substr(at))
                               : 1;
  }
  return std::min(at + 1, pattern.size());
}

// Removes the escape at the beginning of `pattern` and returns it in RE2's syntax.
absl::StatusOr<std::string> Escape(absl::string_view* pattern,
                                   Regexp::PayFn pay) {
  std::string escape(pattern->substr(0, 2));
  if (escape == "\\C") {
    return absl::InvalidArgumentError("invalid escape sequence: \\C");
  }
  pattern->remove_prefix(escape.size());
  bool is_class = escape == "\\p" || escape == "\\P";
  if (!is_class || pattern->empty()) return escape;
  bool braces = (*pattern)[0] == '{';
  size_t size = braces ? pattern->find('}') : 1;
  if (size == absl::string_view::npos || (*pattern)[0] == '^') return escape;
  absl::string_view name = pattern->substr(braces, size - braces);
  absl::string_view negation = absl::StartsWith(name, "^") ? "^" : "";
  name.remove_prefix(negation.size());
  pattern->remove_prefix(size + braces);
  LOOM_ASSIGN_OR_RETURN(bool known, IsKnownToRe2(name, pay));
  return absl::StrCat(escape, "{", negation,
                      known ? std::string(name) : ClassInRe2(name), "}");
}

// Returns the pattern in RE2's syntax. Characters within \Q…\E do not change, nor does
// a `(?<` within a class.
absl::StatusOr<std::string> InSyntaxOfRe2(absl::string_view pattern,
                                          Regexp::PayFn pay) {
  std::string rewritten;
  bool in_class = false;
  while (!pattern.empty()) {
    size_t size = 1;
    if (absl::StartsWith(pattern, "\\Q") && !in_class) {
      size = std::min(pattern.find("\\E"), pattern.size());
    } else if (pattern[0] == '\\') {
      LOOM_ASSIGN_OR_RETURN(std::string escape, Escape(&pattern, pay));
      absl::StrAppend(&rewritten, escape);
      continue;
    } else if (pattern[0] == '[') {
      // A closing bracket in the first position of a class is literal.
      if (in_class) {
        size = SizeOfInnerClass(pattern);
      } else if (absl::StartsWith(pattern, "[]")) {
        size = 2;
      } else if (absl::StartsWith(pattern, "[^]")) {
        size = 3;
      }
      in_class = true;
    } else if (pattern[0] == ']') {
      in_class = false;
    } else if (!in_class && absl::StartsWith(pattern, "(?<") &&
               pattern.size() > 3 && pattern[3] != '=' && pattern[3] != '!') {
      pattern.remove_prefix(3);
      absl::StrAppend(&rewritten, "(?P<");
      continue;
    }
    absl::StrAppend(&rewritten, pattern.substr(0, size));
    pattern.remove_prefix(size);
  }
  return rewritten;
}

// Returns the number of optional copies in a pattern in RE2's syntax: 110 for
// (a{0,5}b){10,20}.
uint64_t OptionalCopies(absl::string_view pattern) {
  static const RE2& kRepetition = *new RE2(R"(\{(\d{1,4})(?:,(\d{0,4}))?\})");
  uint64_t least = 0, most = 0;
  re2::StringPiece bound;
  // The counts of the open groups, and of the item that a repetition would repeat.
  std::vector<uint64_t> groups = {0};
  uint64_t last = 0;
  while (!pattern.empty()) {
    size_t size = 1;
    uint64_t copies = 0;
    if (absl::StartsWith(pattern, "\\Q")) {
      size = std::min(pattern.find("\\E"), pattern.size());
    } else if (pattern[0] == '\\') {
      size = 2;
    } else if (pattern[0] == '[') {
      size = SizeOfClass(pattern);
    } else if (pattern[0] == '(') {
      groups.push_back(0);
    } else if (pattern[0] == ')' && groups.size() > 1) {
      copies = groups.back();
      groups.pop_back();
    } else if (re2::StringPiece rest = Piece(pattern);
               RE2::Consume(&rest, kRepetition, &least, &bound)) {
      size = pattern.size() - rest.size();
      // `{2}` has no optional copies, and neither has `{2,}`, which ends with a loop.
      if (!absl::SimpleAtoi(std::string(bound), &most)) most = least;
      groups.back() -= last;
      copies = last * most + most - std::min(least, most);
    }
    last = std::min(copies, kMostSteps);
    groups.back() += last;
    pattern.remove_prefix(std::min(size, pattern.size()));
  }
  return std::min(std::accumulate(groups.begin(), groups.end(), uint64_t{0}),
                  kMostSteps);
}

// Compiles a pattern with the least memory that is enough for both of its programs: the
// program for a forward search, and the program for a backward search, which RE2 would
// otherwise compile later.
absl::StatusOr<std::shared_ptr<const RE2>> CompileSmall(
    const std::string& pattern, Regexp::PayFn pay) {
  const uint64_t optional = OptionalCopies(pattern);
  LOOM_RETURN_IF_ERROR(pay(optional * optional / kCopiesOfAStep));
  RE2::Options options = Quiet();
  for (size_t memory = limits::kLeastPatternMemory;; memory *= 4) {
    // Most patterns are small, and pay for the memory that they took.
    const bool first = memory == limits::kLeastPatternMemory;
    if (!first) LOOM_RETURN_IF_ERROR(pay(memory / kStep));
    options.set_max_mem(int64_t(memory));
    auto compiled = std::make_shared<const RE2>(Piece(pattern), options);
    bool too_large = compiled->error_code() == RE2::ErrorPatternTooLarge;
    bool fits = compiled->ok() && compiled->ReverseProgramSize() >= 0;
    if (first && (fits || too_large)) {
      LOOM_RETURN_IF_ERROR(pay(fits ? kSmall * size_t(compiled->ProgramSize())
                                    : memory / kStep));
    }
    if (fits || (!compiled->ok() && !too_large)) return compiled;
    if (memory >= limits::kPatternMemory) return compiled;
  }
}

// Go accepts only ASCII names of groups; RE2 accepts others as well.
absl::Status CheckNames(const RE2& regexp) {
  for (const auto& [name, group] : regexp.NamedCapturingGroups()) {
    bool ascii = std::all_of(name.begin(), name.end(), absl::ascii_isascii);
    if (ascii) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("invalid named capture: ", name));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Regexp> Regexp::Compile(absl::string_view pattern) {
  return CompilePaying(pattern, [](size_t) { return absl::OkStatus(); });
}

absl::StatusOr<Regexp> Regexp::CompileIn(absl::string_view pattern,
                                         Pool* pool) {
  // A step of a program takes about 500 nanoseconds, and a byte of a pattern a fifth of
  // that.
  constexpr uint64_t kCompiling = 50;
  LOOM_RETURN_IF_ERROR(Spend(1000 + 10 * Writing(pattern.size()), pool));
  return CompilePaying(pattern, [pool](size_t steps) {
    return Spend(kCompiling * steps, pool);
  });
}

absl::StatusOr<Regexp> Regexp::CompilePaying(absl::string_view pattern,
                                             PayFn pay) {
  if (pattern.size() > limits::kPattern) {
    return absl::InvalidArgumentError(
        absl::StrCat("the pattern has more than ", limits::kPattern, " bytes"));
  }
  LOOM_ASSIGN_OR_RETURN(std::string rewritten, InSyntaxOfRe2(pattern, pay));
  LOOM_ASSIGN_OR_RETURN(std::shared_ptr<const RE2> compiled,
                        CompileSmall(rewritten, pay));
  if (!compiled->ok()) return absl::InvalidArgumentError(compiled->error());
  LOOM_RETURN_IF_ERROR(CheckNames(*compiled));
  return Regexp(std::move(compiled));
}

size_t Regexp::steps() const {
  return static_cast<size_t>(compiled_->ProgramSize());
}

size_t Regexp::growth() const {
  return static_cast<size_t>(compiled_->options().max_mem());
}

int Regexp::groups() const { return compiled_->NumberOfCapturingGroups(); }

absl::Status Regexp::SpendOn(absl::string_view text, Pool* pool) const {
  // In the worst case, every step of the program reads every byte.
  uint64_t cost = uint64_t{steps()} * (text.size() + 1);
  if (cost > limits::kMatch) {
    return absl::FailedPreconditionError(
        absl::StrCat("a string of ", text.size(),
                     " bytes is too long for a pattern of this size"));
  }
  return Spend(1 + cost, pool);
}

absl::StatusOr<bool> Regexp::Matches(absl::string_view text, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(SpendOn(text, pool));
  return compiled_->Match(Piece(text), 0, text.size(), RE2::UNANCHORED, nullptr,
                          0);
}

absl::StatusOr<bool> Regexp::MatchesWhole(absl::string_view text,
                                          Pool* pool) const {
  LOOM_RETURN_IF_ERROR(SpendOn(text, pool));
  return compiled_->Match(Piece(text), 0, text.size(), RE2::ANCHOR_BOTH,
                          nullptr, 0);
}

absl::StatusOr<bool> Regexp::MayMatchFrom(absl::string_view prefix,
                                          Pool* pool) const {
  // All bytes are tried at each position of the range. They belong to few classes.
  constexpr uint64_t kClasses = 16;
  const size_t size = prefix.size() + 1;
  const uint64_t cost = kClasses * steps() * size;
  if (cost > limits::kMatch) return true;
  LOOM_RETURN_IF_ERROR(Spend(1 + cost, pool));
  std::string least;
  std::string most;
  if (!compiled_->PossibleMatchRange(&least, &most, int(size))) return true;
  return most >= prefix && (least <= prefix || absl::StartsWith(least, prefix));
}

absl::StatusOr<std::optional<absl::string_view>> Regexp::Find(
    absl::string_view text, int group, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(SpendOn(text, pool));
  std::vector<re2::StringPiece> found(group + 1);
  if (!compiled_->Match(Piece(text), 0, text.size(), RE2::UNANCHORED,
                        found.data(), group + 1)) {
    return std::nullopt;
  }
  return absl::string_view(found[group].data(), found[group].size());
}

absl::StatusOr<std::optional<absl::string_view>> Regexp::FindFrom(
    absl::string_view text, size_t from, Pool* pool) const {
  LOOM_RETURN_IF_ERROR(SpendOn(text, pool));
  re2::StringPiece found;
  if (!compiled_->Match(Piece(text), from, text.size(), RE2::UNANCHORED, &found,
                        1)) {
    return std::nullopt;
  }
  return absl::string_view(found.data(), found.size());
}

}  // namespace loom
