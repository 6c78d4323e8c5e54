// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/value/value.h"
#include "language/cel/values/collections.h"

namespace loom::example::language_cel_values {

extern Pool* pool;
extern CelContext context;
extern const CelList& list;
extern CelValue value;
extern const Value object;

}  // namespace loom::example::language_cel_values
