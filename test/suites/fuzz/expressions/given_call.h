// SPDX-License-Identifier: Apache-2.0
// GivenCall is a call of the native input whose request is always the same, and the
// values that expressions read of it: objects with every kind of value, a list and a
// text that are long, connection details, and an element of forEach.
//
//   GivenCall call(limits);
//   absl::StatusOr<CelValue> value =
//       expression.Evaluate(&call.variables, &context);    // of call.pool
//
// GivenNames declares the names that it knows: observed, desired, context, composite,
// environment, required, object, item, key and index.
#pragma once

#include "crossplane/call/call.h"
#include "crossplane/call/call_variables.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"

namespace loom::testing {

const Declarations& GivenNames();

class GivenCall {
 public:
  explicit GivenCall(Account::Limits limits);

  Pool pool;

 private:
  Call call_;
  Value object_;
  Value item_;
  LoopItem loop_;

 public:
  CallVariables variables;
};

}  // namespace loom::testing
