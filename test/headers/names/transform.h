// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "input/fields.h"

namespace loom::example {

extern Pool* pool;
extern Fields fields;
extern const Rules& rules;

}  // namespace loom::example
