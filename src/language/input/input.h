// SPDX-License-Identifier: Apache-2.0
// Input is one value of the function's input together with its location, such as
// `resources[2].patches`. Errors are reported, with that location, to the Problems of
// the whole input.
//
//   Problems problems;
//   Input root(value, Dialect::kNative, &problems);
//   root.Missing("name");   // name: Required value: name is required
//   root.Invalid("kind", "want a Bucket");  // kind: Invalid value: want a …
//
// fields.h reads the fields of an object. Returned strings and values refer to the
// tree that was passed in.
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
// Problems collects the errors of an input in the order in which they are found. A
// problem makes the input invalid. A note is only logged: it describes a mistake in a
// drop-in input that its Go function accepts, or something that has no effect.
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
  // `stopped` returns true when the input is no longer needed, and `too_large` when
  // reading it has taken too much memory. Both are called before each pattern is compiled
  // and now and then between objects. As soon as one of them returns true, reading has
  // stopped: every field looks absent, and nothing more is reported.
  explicit Problems(std::function<bool()> stopped,
                    std::function<bool()> too_large = nullptr)
      : stopped_(std::move(stopped)), too_large_(std::move(too_large)) {}

  void Add(absl::string_view place, absl::string_view message);
  void Note(absl::string_view place, absl::string_view message);
  // Withdraws the report that the field `name` of the object at `place` is missing,
  // because the object has the field under a misspelled name.
  void TakeBackMissing(absl::string_view place, absl::string_view name);
  bool empty() const { return problems_.empty(); }
  // Returns the problems, joined by "; ". Only the first 64 are kept; the number of the
  // others follows them.
  std::string Joined() const;
  // Returns the same message as an InvalidArgument error at the location of the first
  // problem; OK if there are no problems. The message is never redacted.
  absl::Status AsStatus() const;
  // The first 64 problems, and the first 64 notes.
  const std::vector<Problem>& problems() const { return problems_; }
  const std::vector<Problem>& notes() const { return notes_; }

  // Adds a compiled pattern of the input. Its program has `steps` steps and may take
  // `growth` more bytes when it is matched. Returns false, and does not add the
  // pattern, if all patterns together would exceed kMaxPatternSteps. The limit exists
  // because a pattern of twenty bytes can compile to megabytes, and an input may have
  // thousands of patterns.
  bool AddPattern(size_t steps, size_t growth);
  // Counts the cost of compiling a pattern, in the steps of Regexp::PayFn.
  void CountCompiled(size_t steps) { compiled_ += steps; }
  // Returns false if no further pattern is to be compiled: either the patterns so far,
  // including refused ones, took more than kMaxCompiledSteps, or the input is no longer
  // needed.
  bool TakesPatterns() { return Look() && compiled_ <= kMaxCompiledSteps; }
  // Counts an object that is read. Returns false if reading has stopped.
  bool GoesOn() {
    if (++objects_ % limits::kObjectsBetweenLooks != 0) return !has_stopped();
    return Look();
  }
  // Returns whether reading the input was stopped, by which of the functions. The
  // problems are then incomplete.
  bool was_stopped() const { return was_stopped_; }
  bool was_too_large() const { return was_too_large_; }
  bool has_stopped() const { return was_stopped_ || was_too_large_; }
  static constexpr size_t kMaxPatternSteps = limits::kPatternSteps;
  // This takes about one second. Refused patterns count, too.
  static constexpr size_t kMaxCompiledSteps = 2 * kMaxPatternSteps;
  size_t pattern_steps() const { return pattern_steps_; }
  size_t pattern_growth() const { return pattern_growth_; }

  // MadeOf is a cache of objects that are compiled from strings of the input, so that
  // equal strings are compiled once. It returns the entry for `text`, which is nullptr
  // until the caller sets it. Entries have no type, so callers put the type into the
  // key: language/input/fields.cc looks up `regexp <pattern>`.
  using Made = std::shared_ptr<const void>;
  Made& MadeOf(absl::string_view text) { return made_[std::string(text)]; }

 private:
  // Returns false if reading has stopped.
  bool Look();

  const std::function<bool()> stopped_;
  const std::function<bool()> too_large_;
  bool was_stopped_ = false;
  bool was_too_large_ = false;
  int objects_ = 0;
  std::map<std::string, Made> made_;
  size_t pattern_steps_ = 0;
  size_t pattern_growth_ = 0;
  size_t compiled_ = 0;  // steps of all patterns, including refused ones
  size_t more_ = 0;      // problems that are not kept
  std::vector<Problem> recent_;  // the last of those
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
  void TakeBackMissing(absl::string_view name) const {
    mistakes_->TakeBackMissing(place_, name);
    problems_->TakeBackMissing(place_, name);
  }
  const Rules& rules() const { return *rules_; }

  // Reports a problem at this location, or at a field of this value.
  void Problem(absl::string_view message) const;
  void Problem(absl::string_view member, absl::string_view message) const;
  // Report "Required value: …" and "Invalid value: …", as Kubernetes words them. The
  // default reason of Missing is "<member> is required". If the field exists and is not
  // empty, Missing reports nothing: the field has a wrong type, which was reported
  // before.
  void Missing(absl::string_view member) const;
  void Missing(absl::string_view member, absl::string_view reason) const;
  void Invalid(absl::string_view member, absl::string_view message) const;
  // Reports a mistake that the Go function accepts. In the native input it is reported
  // as Invalid. In a drop-in input it is a note, because the input must work wherever
  // the Go function works.
  void Mistake(absl::string_view member, absl::string_view message) const;

  // Reports something that has no effect. It is a note in every input.
  void Note(absl::string_view member, absl::string_view message) const;

  // See Problems::TakesPatterns, CountCompiled and AddPattern.
  bool TakesPatterns() const { return problems_->TakesPatterns(); }
  void CountCompiled(size_t steps) const { problems_->CountCompiled(steps); }
  bool AffordsPattern(size_t steps, size_t growth) const {
    return problems_->AddPattern(steps, growth);
  }

  // See Problems::GoesOn.
  bool GoesOn() const { return problems_->GoesOn(); }
  bool has_stopped() const { return problems_->has_stopped(); }

  // See Problems::MadeOf.
  Problems::Made& MadeOf(absl::string_view text) const {
    return problems_->MadeOf(text);
  }

  // Parses `text`, the field path in the field `member`. A malformed path is reported
  // as a Mistake, because the Go functions detect it only when they use the path. The
  // caller keeps the error and returns it when the path is used.
  absl::StatusOr<Path> ParsePath(absl::string_view member,
                                 absl::string_view text) const;

  // Returns the same value with Missing and Invalid redirected to `later`. Wrong types
  // and unknown fields are still reported at once. Use it for mistakes that a Go
  // function detects only when it uses the value. If the rules refuse mistakes
  // (rules.h), nothing is deferred.
  Input Deferring(Problems* later) const;

  // Returns the same value with another location for messages. For example,
  // `patchSets[tags].patches[1]` is clearer to an author than an index.
  Input At(std::string place) const;

  // Returns a value that replaces this one. Its expressions can use the parameters
  // under the name `params` (sections/shared/patches/patch_parameters.h). Both
  // arguments must outlive everything that is compiled from the result.
  Input WithParams(const Value& value, const Value& params) const;
  // Returns nullptr if there are no parameters.
  const Value* params() const { return params_; }

  // Return a field and an element of this value.
  Input Member(absl::string_view name, const Value& value) const;
  Input Element(size_t index, const Value& value) const;

 private:
  const Value* value_;
  const Rules* rules_;
  Problems* problems_;
  Problems* mistakes_;  // where Missing and Invalid report
  std::string place_;
  const Value* params_ = nullptr;
};

}  // namespace loom
