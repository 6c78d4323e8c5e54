// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cel/collections.h"
#include "value/value.h"

namespace loom::example {

extern Pool* pool;
extern CelContext context;
extern const CelList& list;
extern const CelMap& entries;
extern CelValue value;
extern const Value object;

}  // namespace loom::example
