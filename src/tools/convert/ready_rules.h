// SPDX-License-Identifier: Apache-2.0
// ReadReadyRules converts a step of function-auto-ready
// (sections/drop_in/auto_ready/auto_ready.h) to the `readiness` section of the native
// input.
//
//   no input, or one without rules          readiness: {}
//
//   celHealthCheckCustomization:            readiness:
//     example.org_v1_Db:                      kinds:
//       object.status.ok == true              - apiVersion: example.org/v1
//                                               kind: Db
//                                               readyWhen: object.status.ok == true
//
// function-auto-ready reads its rules only behind a feature gate; here they always
// apply. A rule that fails is a warning there, and FATAL here. Notes report both
// differences. If the native input cannot express a rule, the step stays, for example
// for these reasons:
//
//   the rules that it takes from the context (celHealthCheckCustomizationFrom) cannot
//   be part of the native input
//   the rule example.org_v1_Db: 1:17: in the native input, whole numbers of …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression_names.h"
#include "language/input/input.h"
#include "tools/yaml/nodes.h"

namespace loom {

struct ReadyRule {
  std::string key;  // group_version_kind
  std::string api_version;
  std::string kind;
  std::string ready_when;
};

struct ReadyRules {
  std::vector<ReadyRule> kinds;
  // The reason why the step stays as it is.
  std::optional<NodeRemark> refusal;
  std::vector<NodeRemark> notes;
};

// `input` is the input of a step, at `path` of its document; nullptr: it has none.
ReadyRules ReadReadyRules(const Value* input, const NodePath& path);

// ReadCondition compares the meaning of an expression in a drop-in input ("there") with
// its meaning in the native input ("here"): a condition of function-sequencer as `when`
// of a dependency, or a rule of function-auto-ready as `readyWhen` of a kind. The
// variables there have the same meaning here, and so do most expressions. Numbers in
// objects are doubles there and integers here, so:
//
//   object.status.n == 2.0             the same: numbers of any type compare
//   double(object.status.n) * 2.0 > 3.0     the same
//   object.status.n * 2.0 > 3.0        an error here: the two types do not mix
//   object.spec.n / object.spec.m > 1.0     another value here: an integer
//   string(object.spec.n) == '5'       the same up to a million, which is 1e+06 there
//
// An expression with another meaning is refused, with the location in the expression:
//
//   1:17: in the native input, numbers without a fraction are integers; write double(…) …

struct ConditionReading {
  std::string refusal;  // "" for none
  // Its type there may not be bool.
  bool may_be_no_bool = false;
  // It converts a value of an object, which may be a number, to a string.
  bool writes_values = false;
  // It reads whether a desired resource is ready, as an earlier step set it.
  bool reads_ready = false;
};

// `names` are the variables that are known there.
ConditionReading ReadCondition(absl::string_view text, ExpressionNames names);

// ProblemsOfInput reads an input as a call would, and returns its errors.
//
//   ProblemsOfInput(input).Joined()     ""
//   ProblemsOfInput(other).Joined()     rules[0]: unknown field "sequnce" (did you mean
//                                       "sequence"?)
Problems ProblemsOfInput(const Value& input);

}  // namespace loom
