// SPDX-License-Identifier: Apache-2.0
// CheckCounts bounds how much an input may hold: templates, patches, transforms
// and what it asks Crossplane for. The bounds are in function/plan/sections.cc and
// base/limits.h, and are a hundred times what the largest public Composition
// has.
//
//   CheckCounts(input, {{"resources", 2000}}, &problems);
//     // reports "resources: 2001 are more than 2000"
//
// Only lists at the paths of the bounds are counted. What an author calls the
// fields of data, such as those of a `base` or of `environment.defaultData`, does
// not matter.
#pragma once

#include <vector>

#include "data/value/value.h"
#include "function/plan/sections.h"
#include "language/input/input.h"

namespace loom {

// Reports each bound that the input exceeds.
void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems);

}  // namespace loom
