// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/value/object.h"

namespace loom::example::data_fieldpath {

extern const Value base;
extern Pool* pool;

}  // namespace loom::example::data_fieldpath
