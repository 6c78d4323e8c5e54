// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language/input/input.h"

namespace loom::example::function_plan {

extern const Value input;
extern Problems problems;

}  // namespace loom::example::function_plan
