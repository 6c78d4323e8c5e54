// SPDX-License-Identifier: Apache-2.0
// How much an input may hold: templates, patches, transforms, and what it asks
// Crossplane for. The bounds stand beside the sections (plan/sections.h) and are
// a hundred times what the largest public Composition has.
//
//   CheckCounts(input, {{"resources", 2000}}, &problems);
//     // reports "resources: 2001 are more than 2000"
//
// What stands in a `base` is no part of it, whatever its members are called.
#pragma once

#include <vector>

#include "input/input.h"
#include "plan/sections.h"
#include "value/value.h"

namespace loom {

void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems);

}  // namespace loom
