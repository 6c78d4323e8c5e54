// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "call/call.h"
#include "expression/input_expression.h"
#include "resource/outcome.h"

namespace loom::example {

extern Call call;
extern const std::shared_ptr<const InputExpression> condition;
extern bool discreet;
extern const Value* observed;
extern Outcome* outcome;

}  // namespace loom::example
