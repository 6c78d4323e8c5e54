// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/value/budget.h"
#include "data/value/value.h"

namespace loom::example::data_value {

extern Pool* pool;
extern const uint64_t steps;

}  // namespace loom::example::data_value
