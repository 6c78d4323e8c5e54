// SPDX-License-Identifier: Apache-2.0
// A SequencePattern names composed resources in a sequence of function-sequencer, as
// that does. A text that neither begins with ^ nor ends with $ has to match the whole
// name; any other is taken as it is, with its other side open.
//
//   net       net, and not net-1
//   net-.*    net-1
//   ^net      all names that begin with net
//   net$      all names that end with net
//   a|b       all names that begin with a, and all that end with b
//
// What is no regular expression is an error when it is used, and not before: a
// sequence of one name is never looked at, for instance.
//
//   a(        cannot compile regex a(: missing ): ^a($
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
// SequenceCondition is the `condition` of a rule of function-sequencer: an expression in
// CEL that says whether the rule is applied.
//
//   rules:
//   - sequence: [database, app]
//     condition: observed.composite.resource.spec.ordered == true
//
// It reads `observed` and `desired` as the request has them, and `context`
// (crossplane/call/call_variables.h). What is missing is an error, so it is asked for by has():
//
//   has(desired.resources["app"])        fails: has() wants a field
//   "app" in desired.resources           true or false
//
// What is no expression, or not a bool, is an error when the rule is reached and not
// before, because function-sequencer notices it no earlier:
//
//   cannot evaluate condition "observed.x" for sequence [a b]: cannot type-check CEL
//   condition: 1:9: State has no field "x"
//
// The quoted condition is as function-sequencer writes it; what follows is ours.

class SequenceCondition {
 public:
  // `text` is the member `condition` of `rule`; an empty one always holds.
  static SequenceCondition Parse(const Input& rule, absl::string_view text);

  const std::string& text() const { return text_; }
  // Why it cannot be evaluated; OK if it can.
  absl::Status status() const {
    return text_.empty() ? absl::OkStatus() : expression_.status();
  }

  absl::StatusOr<bool> Holds(Call& call) const;

 private:
  std::string text_;
  absl::StatusOr<Expression> expression_ = absl::UnknownError("not read");
};

class SequencePattern {
 public:
  // Reads an element of a sequence; null is the empty name.
  static SequencePattern Parse(const Input& element);

  // As the author wrote it.
  const std::string& text() const { return text_; }

  // InvalidArgument: it is no regular expression.
  absl::Status status() const {
    return is_name_ ? absl::OkStatus() : regexp_.status();
  }

  // Those of `names`, which are sorted, that it matches. InvalidArgument: it is no regular expression.
  absl::StatusOr<std::vector<absl::string_view>> Of(
      const std::vector<absl::string_view>& names, Pool* pool) const;

 private:
  std::string text_;
  // Of a name without special characters there is none.
  bool is_name_ = false;
  absl::StatusOr<Regexp> regexp_ = absl::UnknownError("not read");
};

}  // namespace loom
