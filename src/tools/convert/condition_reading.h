// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "language/cel/program/expression_names.h"

namespace loom {

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

}  // namespace loom
