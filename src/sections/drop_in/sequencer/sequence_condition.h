// SPDX-License-Identifier: Apache-2.0
// SequenceCondition is the `condition` of a rule of function-sequencer: an expression in
// CEL that says whether the rule is applied.
//
//   rules:
//   - sequence: [database, app]
//     condition: observed.composite.resource.spec.ordered == true
//
// It reads `observed` and `desired` as the request has them, and `context`
// (crossplane/call/state_records.h). What is missing is an error, so it is asked for by has():
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
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "language/cel/program/expression.h"
#include "language/input/input.h"

namespace loom {

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

}  // namespace loom
