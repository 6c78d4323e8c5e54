// SPDX-License-Identifier: Apache-2.0
// ValueState is what a call knows about values with names (named_values.h): those of
// the input, or those of a resource or an item, whose `outer` is that of the input.
//
//   ValueState all(plan_values, nullptr, pool);
//   ValueState of_item(template_values, &all, pool);
//   CelValue values = ReadValues(&of_item, &variables, evaluation);   // a map
//
// Selecting a value evaluates it, after the values that it reads, so that a chain of any
// length takes no more stack than one of them. A value that only reads what stays the
// same during a call is evaluated once. Any other value is evaluated once for each time
// that an expression reads it: `desired`, `context`, `environment` and `required` change
// between expressions.
//
// While a value is pending, the map does not have it, so has(values.a) is false, and
// values.?a is none. The error of a reader has the location of the value:
//
//   resources[0].template.spec.id: 1:10: values.vpc: 1:13: composite.status.vpc: no such
//   key
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/named_values.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

struct ValueCell {
  enum class State { kUnknown, kValue, kPending, kFailed };
  State state = State::kUnknown;
  CelValue value = CelValue();
  absl::string_view message = {};  // if it is pending or failed
};

class ValueState {
 public:
  // `values` may be null, and must outlive the state.
  ValueState(const NamedValues* values, ValueState* outer, Pool* pool)
      : values_(values), outer_(outer), context_(pool, Numbers::kWhole) {}

  // Sets the values before any of them is read.
  void Begin(const NamedValues* values) { values_ = values; }

 private:
  friend class ValueMap;

  const NamedValues* values_;
  ValueState* outer_;
  // Of the values that do not change, which live as long as the state.
  CelContext context_;
  std::vector<ValueCell> cells_;
};

// Returns `values`. `variables` has the other names, and must outlive the value.
CelValue ReadValues(ValueState* state, CelVariables* variables,
                    CelContext* context);

}  // namespace loom
