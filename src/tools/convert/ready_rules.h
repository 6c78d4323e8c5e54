// SPDX-License-Identifier: Apache-2.0
// ReadReadyRules says what a step of function-auto-ready (sections/drop_in/auto_ready/auto_ready.h) becomes
// in the native input: the section `readiness`.
//
//   no input, or one without rules          readiness: {}
//
//   celHealthCheckCustomization:            readiness:
//     example.org_v1_Db:                      kinds:
//       object.status.ok == true              - apiVersion: example.org/v1
//                                               kind: Db
//                                               readyWhen: object.status.ok == true
//
// function-auto-ready reads its rules only behind a feature gate, and here they always
// count. One that fails is a warning there, and FATAL here. Both is said by a note. What cannot be said in the native input is why the step
// stays:
//
//   the rules that it takes from the context (celHealthCheckCustomizationFrom) have no
//   place in the native input
//   the rule example.org_v1_Db: 1:17: numbers of objects are whole numbers …
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "language/cel/program/expression_names.h"
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
  // Why the step stays as it is.
  std::optional<NodeRemark> refusal;
  std::vector<NodeRemark> notes;
};

// `input` is that of a step, at `path` of its document; nullptr: it has none.
ReadyRules ReadReadyRules(const Value* input, const NodePath& path);

// The section.
Value ReadinessOf(const ReadyRules& rules, Pool* pool);

// ReadCondition compares what an expression of a drop-in input says there and what it
// says in the native input: a condition of function-sequencer as `when` of a
// dependency, a rule of function-auto-ready as `readyWhen` of a kind. The names that
// are known there mean the same here, and most texts do. Numbers of objects are
// doubles there and whole numbers here, so:
//
//   object.status.n == 2.0             the same: numbers of any type compare
//   double(object.status.n) * 2.0 > 3.0     the same
//   object.status.n * 2.0 > 3.0        an error here: the two types do not mix
//   object.spec.n / object.spec.m > 1.0     another value here: a whole number
//   string(object.spec.n) == '5'       the same up to a million, which is 1e+06 there
//
// What would not be the same is a refusal, with the place in the text:
//
//   1:17: numbers of objects are whole numbers in the native input; write double(…)
//   around each of them, which is the same in both

struct ConditionReading {
  std::string refusal;  // "" if there is none
  // Its type there may be another one than bool.
  bool may_be_no_bool = false;
  // It writes a value of an object as a text, which may be a number.
  bool writes_values = false;
  // It reads whether a desired resource is ready, as an earlier step said.
  bool reads_ready = false;
};

// `names` are those that are known there.
ConditionReading ReadCondition(absl::string_view text, ExpressionNames names);

// ProblemsOfInput reads an input as a call would, and says what is wrong with it:
// its mistakes, each with its place, joined by "; ".
//
//   ProblemsOfInput(input)      ""
//   ProblemsOfInput(other)      rules[0]: unknown field "sequnce", did you mean
//                               "sequence"?
std::string ProblemsOfInput(const Value& input);

}  // namespace loom
