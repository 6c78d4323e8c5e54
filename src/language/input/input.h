// SPDX-License-Identifier: Apache-2.0
// Input is one value of the input that an author wrote, with its place, such as
// `resources[2].patches`. Mistakes are reported to the Problems of the whole
// input, with that place.
//
//   Problems problems;
//   Input root(value, Dialect::kNative, &problems);
//   root.Missing("name");   // name: Required value: name is required
//   root.Invalid("kind", "want a Bucket");  // kind: Invalid value: want a …
//
// fields.h reads the members of an object. Texts and values that are returned
// refer to the tree that was given.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/limits.h"
#include "data/fieldpath/path.h"
#include "data/value/value.h"
#include "language/input/rules.h"

namespace loom {
// Problems collects what is wrong with an input, in the order in which it is
// found. A problem makes the input invalid. A note tells of a mistake in a
// drop-in input that its Go function accepts, or of something that was written in
// vain; it is only logged.
//
//   Problems problems;
//   problems.Add("resources[2].name", "Required value: name is required");
//   problems.Joined();   // "resources[2].name: Required value: name is …"
//   problems.problems()[0].place;   // "resources[2].name"

struct Problem {
  std::string place;  // "" is the whole input
  std::string message;

  std::string text() const;
};

class Problems {
 public:
  Problems() = default;
  // `stopped` says that nobody waits for the input to be read any more. It is
  // asked before each pattern is compiled, which is what can take long.
  explicit Problems(std::function<bool()> stopped)
      : stopped_(std::move(stopped)) {}

  void Add(absl::string_view place, absl::string_view message);
  void Note(absl::string_view place, absl::string_view message);
  bool empty() const { return problems_.empty(); }
  // The problems, joined by "; ". After the first 64 follows only the number of
  // the others, which are not kept.
  std::string Joined() const;
  // The first 64 problems, and the first 64 notes.
  const std::vector<Problem>& problems() const { return problems_; }
  const std::vector<Problem>& notes() const { return notes_; }

  // Counts a compiled pattern of the input, whose program has that many steps,
  // and which may come to hold `growth` more bytes when it is matched. false:
  // with it, the patterns would have more than kMaxPatternSteps together, and it
  // is not counted. A pattern of twenty bytes can compile to megabytes, and an
  // input may have thousands of patterns.
  bool AddPattern(size_t steps, size_t growth);
  // Counts what was compiled of a pattern that is refused.
  void CountCompiled(size_t steps) { compiled_ += steps; }
  // False: so much was compiled in vain that the rest is not worth it, or nobody
  // waits for it.
  bool TakesPatterns() {
    was_stopped_ = was_stopped_ || (stopped_ && stopped_());
    return !was_stopped_ && compiled_ <= kMaxCompiledSteps;
  }
  // Whether reading the input was stopped, so that what was found is not all.
  bool was_stopped() const { return was_stopped_; }
  static constexpr size_t kMaxPatternSteps = limits::kPatternSteps;
  static constexpr size_t kMaxCompiledSteps = kMaxPatternSteps / 4 * 5;
  size_t pattern_steps() const { return pattern_steps_; }
  size_t pattern_growth() const { return pattern_growth_; }

  // A cache of what was made of texts of the input, so that equal texts are
  // compiled once. MadeOf returns the entry of a text, which is nullptr until
  // the caller sets it. An entry does not know its type, so a caller puts that
  // into the text: language/input/fields.cc looks up `regexp <pattern>`.
  using Made = std::shared_ptr<const void>;
  Made& MadeOf(absl::string_view text) { return made_[std::string(text)]; }

 private:
  const std::function<bool()> stopped_;
  bool was_stopped_ = false;
  std::map<std::string, Made> made_;
  size_t pattern_steps_ = 0;
  size_t pattern_growth_ = 0;
  size_t compiled_ = 0;  // the steps of all patterns, of refused ones too
  size_t more_ = 0;      // problems that are not kept
  std::vector<Problem> problems_;
  std::vector<Problem> notes_;
};

class Input {
 public:
  Input(const Value& value, Dialect dialect, Problems* problems)
      : Input(value, RulesOf(dialect), problems) {}
  Input(const Value& value, const Rules& rules, Problems* problems)
      : value_(&value),
        rules_(&rules),
        problems_(problems),
        mistakes_(problems) {}

  const Value& value() const { return *value_; }
  const std::string& place() const { return place_; }
  const Rules& rules() const { return *rules_; }

  // Reports a problem at this place, or at a member of it.
  void Problem(absl::string_view message) const;
  void Problem(absl::string_view member, absl::string_view message) const;
  // Report "Required value: …" and "Invalid value: …", as Kubernetes words
  // them. Without a reason, Missing says "<member> is required". Missing
  // reports nothing if the member exists and is not empty: it has a wrong type,
  // which was reported before.
  void Missing(absl::string_view member) const;
  void Missing(absl::string_view member, absl::string_view reason) const;
  void Invalid(absl::string_view member, absl::string_view message) const;
  // Reports a mistake that a Go function accepts. In the native input it is
  // Invalid. In a drop-in input it is a note, because such an input must work
  // where the Go function works.
  void Mistake(absl::string_view member, absl::string_view message) const;

  // Reports what an author wrote in vain, which no input refuses.
  void Note(absl::string_view member, absl::string_view message) const;

  // As Problems::TakesPatterns, CountCompiled and AddPattern.
  bool TakesPatterns() const { return problems_->TakesPatterns(); }
  void CountCompiled(size_t steps) const { problems_->CountCompiled(steps); }
  bool AffordsPattern(size_t steps, size_t growth) const {
    return problems_->AddPattern(steps, growth);
  }

  // As Problems::MadeOf.
  Problems::Made& MadeOf(absl::string_view text) const {
    return problems_->MadeOf(text);
  }

  // Parses the field path in a member. A malformed path is a Mistake, because
  // the Go functions notice it only when they use the path. The caller keeps
  // the error and returns it when the path is used.
  absl::StatusOr<Path> ParsePath(absl::string_view member,
                                 absl::string_view text) const;

  // The same value, for which Missing and Invalid report to `later`. Wrong
  // types and unknown members are still reported at once. This is for mistakes
  // that a Go function notices only when it uses the value. Under rules that
  // refuse mistakes (rules.h) nothing is deferred.
  Input Deferring(Problems* later) const;

  // The same value with another place in messages. For example,
  // `patchSets[tags].patches[1]` tells an author more than an index.
  Input At(std::string place) const;

  // A member and an element of this value.
  Input Member(absl::string_view name, const Value& value) const;
  Input Element(size_t index, const Value& value) const;

 private:
  const Value* value_;
  const Rules* rules_;
  Problems* problems_;
  Problems* mistakes_;  // where Missing and Invalid report
  std::string place_;
};

// "a string", "a number", …: how messages name the kind of a value.
absl::string_view KindName(const Value& value);

}  // namespace loom
