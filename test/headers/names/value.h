// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "value/budget.h"
#include "value/value.h"

namespace loom::example {

extern Pool* pool;
extern const uint64_t steps;

}  // namespace loom::example
