// SPDX-License-Identifier: Apache-2.0
// How much an input may hold: templates, patches, transforms, and what it asks
// Crossplane for. The bounds are in base/limits.h, a hundred times what the
// largest public Composition has.
//
//   CheckCounts(input, &problems);    "resources: 2001 are more than 2000"
//
// What stands in a `base` is no part of it, whatever its members are called.
#pragma once

#include "input/input.h"
#include "value/value.h"

namespace loom {

void CheckCounts(const Value& input, Problems* problems);

}  // namespace loom
