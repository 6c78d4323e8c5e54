// SPDX-License-Identifier: Apache-2.0
// The elements of a sequence of function-sequencer, and the conditions of its rules.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "data/go/regexp.h"
#include "language/cel/program/expression.h"
#include "language/input/input.h"

namespace loom {
// A SequenceCondition is the `condition` of a rule of function-sequencer: an expression
// in CEL that decides whether the rule is applied. It reads `observed` and `desired` as
// the request has them, and `context` (crossplane/call/call_variables.h). A missing
// field is an error, so it has to be tested.
//
// An invalid expression, or one that is not a boolean, is an error only when the rule
// is reached, as in function-sequencer. The error quotes the condition, as
// function-sequencer's does; the rest of the message is ours.
class SequenceCondition {
 public:
  // Reads the field `condition` of `rule` from `text`; an empty condition always holds.
  static SequenceCondition Parse(const Input& rule, absl::string_view text);

  const std::string& text() const { return text_; }
  // Returns why it cannot be evaluated; OK if it can.
  absl::Status status() const {
    return text_.empty() ? absl::OkStatus() : expression_.status();
  }

  absl::StatusOr<bool> Holds(Call& call) const;

 private:
  std::string text_;
  absl::StatusOr<Expression> expression_ = absl::UnknownError("not read");
};

// A SequencePattern selects composed resources in a sequence of function-sequencer, by
// its rules. A string that neither begins with ^ nor ends with $ has to match the whole
// name. Any other string is used unchanged, and its other side is open:
//
//   net-.*    net-1
//   ^net      all names that begin with net
//   a|b       all names that begin with a, and all that end with b
//
// An invalid regular expression is an error only when it is used. For example, a
// sequence of one name is never used.
class SequencePattern {
 public:
  // Reads an element of a sequence; null is the empty name.
  static SequencePattern Parse(const Input& element);

  const std::string& text() const { return text_; }

  // Returns InvalidArgument if it is not a valid regular expression.
  absl::Status status() const {
    return is_name_ ? absl::OkStatus() : regexp_.status();
  }

  // Returns the matching names of `names`, which are sorted. InvalidArgument: it is not
  // a valid regular expression.
  absl::StatusOr<std::vector<absl::string_view>> Of(
      const std::vector<absl::string_view>& names, Pool* pool) const;

 private:
  std::string text_;
  // For a name without special characters, no regular expression is needed.
  bool is_name_ = false;
  absl::StatusOr<Regexp> regexp_ = absl::UnknownError("not read");
};

}  // namespace loom
