// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "input/input.h"

namespace loom::example {

extern const Value input;
extern Problems problems;

}  // namespace loom::example
