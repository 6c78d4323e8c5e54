// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/value/value.h"

namespace loom::example::data_go {

extern Pool* pool;
extern const Value name;
extern const Value five;

}  // namespace loom::example::data_go
