// SPDX-License-Identifier: Apache-2.0
// Input is one value of the function's input together with its location, such as
// `resources[2].patches`. Errors are reported, with that location, to the Problems of
// the whole input.
//
//   Problems problems;
//   Input root(value, Dialect::kNative, &problems);
//   root.Missing("name");   // name: Required value: name is required
//   root.Invalid("kind", "expected a Bucket");  // kind: Invalid value: expected a …
//
// fields.h reads the fields of an object. Returned strings and values refer to the
// tree that was passed in.
#pragma once

#include <any>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
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

// What is wrong. The rules of lint are a table of kinds (tools/checks/input_check.cc), so no
// reader looks for words in a message.
enum class ProblemKind {
  // A value that is not allowed for a reason that no other kind names.
  kInvalid,
  kType,
  // A string that is none of the choices, and a name that nothing in the input has.
  kChoice,
  kUnknownName,
  // `names` is the field; the location is the object that has it.
  kUnknownField,
  // The field itself is missing, or the object lacks one of the fields in `names`.
  kMissing,
  kIncomplete,
  // A name that is given twice.
  kDuplicate,
  // A malformed field path, regular expression and expression.
  kPath,
  kRegexp,
  kExpression,
  kNoEffect,
};

struct Problem {
  std::string place = "";  // "" is the whole input
  ProblemKind kind = ProblemKind::kInvalid;
  std::string message = "";  // without the suggestion
  // The name that was probably meant; "" if none is near.
  std::string meant = "";
  std::vector<std::string> names = {};  // see ProblemKind

  // Returns the message with the suggestion, and with the location in front.
  std::string said() const;
  std::string text() const;
};

// An expression as the author wrote it.
struct WrittenExpression {
  std::string place;   // of the expression in the input
  std::string member;  // the field; "" for an expression in ${…}
  std::string text;
};

class Problems {
 public:
  // Sets the limits of reading. `stopped` returns true when the input is no longer needed,
  // and `too_large` when reading it has taken too much memory. Both are called before each
  // pattern is compiled and now and then between objects. As soon as one of them returns
  // true, reading has stopped: every field looks absent, and nothing more is reported.
  void Limit(std::function<bool()> stopped,
             std::function<bool()> too_large = nullptr) {
    stopped_ = std::move(stopped);
    too_large_ = std::move(too_large);
  }

  void Add(Problem problem);
  void Note(Problem problem);
  void Add(absl::string_view place, absl::string_view message) {
    Add({.place = std::string(place), .message = std::string(message)});
  }
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
  // This takes about one second. Refused patterns also count.
  static constexpr size_t kMaxCompiledSteps = 2 * kMaxPatternSteps;
  size_t pattern_steps() const { return pattern_steps_; }
  size_t pattern_growth() const { return pattern_growth_; }

  // Made is a cache of what is made of the input: one T of the whole input, such as a
  // section that several others read, or one of each `text`, such as a regular
  // expression. It returns nullptr until the caller sets it.
  template <typename T>
  std::shared_ptr<T>& Made(absl::string_view text = "") {
    std::any& made = made_[{std::type_index(typeid(T)), std::string(text)}];
    if (!made.has_value()) made = std::shared_ptr<T>();
    return std::any_cast<std::shared_ptr<T>&>(made);
  }

  // Keeps the expressions that are compiled from now on. `lint` checks them, so that it
  // sees every field that takes one; a call has no use for them.
  void KeepExpressions() { keeps_expressions_ = true; }
  void AddExpression(WrittenExpression expression) {
    if (keeps_expressions_) expressions_.push_back(std::move(expression));
  }
  const std::vector<WrittenExpression>& expressions() const {
    return expressions_;
  }

 private:
  // Returns false if reading has stopped.
  bool Look();

  std::function<bool()> stopped_;
  std::function<bool()> too_large_;
  bool was_stopped_ = false;
  bool was_too_large_ = false;
  int objects_ = 0;
  std::map<std::pair<std::type_index, std::string>, std::any> made_;
  bool keeps_expressions_ = false;
  std::vector<WrittenExpression> expressions_;
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
  void Problem(absl::string_view message,
               ProblemKind kind = ProblemKind::kInvalid) const;
  void Problem(absl::string_view member, absl::string_view message,
               ProblemKind kind = ProblemKind::kInvalid) const;
  // Reports a problem as it is, except that its location is in this value.
  void Problem(loom::Problem problem) const;
  // Report "Required value: …" and "Invalid value: …", as Kubernetes words them. The
  // default reason of Missing is "<member> is required". If the field exists and is not
  // empty, Missing reports nothing: the field has a wrong type, which was reported
  // before.
  void Missing(absl::string_view member) const;
  void Missing(absl::string_view member, absl::string_view reason) const;
  // `meant` is the name that was probably meant (NearestName).
  void Invalid(absl::string_view member, absl::string_view message,
               ProblemKind kind = ProblemKind::kInvalid,
               absl::string_view meant = "") const;
  // Reports "one of a, b and c is required".
  void RequireOne(std::vector<std::string> members) const;
  // Reports a mistake that the Go function accepts. In the native input it is reported
  // as Invalid. In a drop-in input it is a note, because the input must work wherever
  // the Go function works.
  void Mistake(absl::string_view member, absl::string_view message,
               ProblemKind kind = ProblemKind::kInvalid,
               absl::string_view meant = "") const;

  // Reports something that has no effect. It is a note in every input.
  void Note(absl::string_view member, absl::string_view message) const {
    problems_->Note(Placed(member, message, ProblemKind::kNoEffect, ""));
  }
  void Note(loom::Problem problem) const {
    problems_->Note(std::move(problem));
  }

  // See Problems::TakesPatterns, CountCompiled and AddPattern.
  bool TakesPatterns() const { return problems_->TakesPatterns(); }
  void CountCompiled(size_t steps) const { problems_->CountCompiled(steps); }
  bool AffordsPattern(size_t steps, size_t growth) const {
    return problems_->AddPattern(steps, growth);
  }

  // See Problems::GoesOn.
  bool GoesOn() const { return problems_->GoesOn(); }
  bool has_stopped() const { return problems_->has_stopped(); }

  // See Problems::Made.
  template <typename T>
  std::shared_ptr<T>& Made(absl::string_view text = "") const {
    return problems_->Made<T>(text);
  }

  // See Problems::KeepExpressions. `member` is "" for an expression in ${…}.
  void AddExpression(absl::string_view member, absl::string_view text) const;

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
  loom::Problem Placed(absl::string_view member, absl::string_view message,
                       ProblemKind kind, absl::string_view meant) const;

  const Value* value_;
  const Rules* rules_;
  Problems* problems_;
  Problems* mistakes_;  // where Missing and Invalid report
  std::string place_;
  const Value* params_ = nullptr;
};

}  // namespace loom
