// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language/input/fields.h"

namespace loom::example::language_transforms {

extern Pool* pool;
extern Fields fields;

}  // namespace loom::example::language_transforms
