// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "value/object.h"

namespace loom::example {

extern const Value base;
extern Pool* pool;

}  // namespace loom::example
