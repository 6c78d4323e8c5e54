// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "expression/expression.h"
#include "expression/node.h"
#include "expression/required_names.h"
#include "grammar/expr.h"
#include "input/fields.h"

namespace loom::example {

extern Pool* pool;
extern const Node& node;
extern Frame frame;
extern absl::string_view text;
extern const CompilerOptions options;
extern const Expr expr;
extern CelVariables& variables;
extern CelVariables& variables_of_call;
extern Fields fields;
extern const std::shared_ptr<RequiredNames> names;

}  // namespace loom::example
