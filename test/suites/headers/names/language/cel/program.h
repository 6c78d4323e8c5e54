// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/program/named_values.h"
#include "language/cel/program/node.h"
#include "language/cel/syntax/parser.h"
#include "language/input/fields.h"

namespace loom::example::language_cel_program {

extern Pool* pool;
extern const CompilerOptions options;
extern CelContext* evaluation;
extern const NamedValues* plan_values;
extern const NamedValues* template_values;
extern CelVariables& variables;
extern CelVariables& variables_of_call;
extern Fields fields;
extern const std::shared_ptr<RequiredNames> names;

}  // namespace loom::example::language_cel_program
