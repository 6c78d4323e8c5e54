// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "value/value.h"

namespace loom::example {

extern Pool* pool;
extern const Value name;
extern const Value five;

}  // namespace loom::example
