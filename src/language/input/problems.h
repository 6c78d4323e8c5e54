// SPDX-License-Identifier: Apache-2.0
// Problems collects what is wrong with an input, in the order in which it is
// found. A problem makes the input invalid. A note tells of a mistake in a
// drop-in input that its Go function accepts, or of something that was written in
// vain; it is only logged.
//
//   Problems problems;
//   problems.Add("resources[2].name", "Required value: name is required");
//   problems.Joined();   // "resources[2].name: Required value: name is …"
//   problems.problems()[0].place;   // "resources[2].name"
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/limits.h"

namespace loom {

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
  // into the text: language/input/read_regexp.cc looks up `regexp <pattern>`.
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

}  // namespace loom
