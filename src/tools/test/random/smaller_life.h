// SPDX-License-Identifier: Apache-2.0
// SmallerLife makes a life that fails as small as it can: it removes steps, fields and
// items, and makes values simpler, as long as the life still fails in the same way.
//
//   Value small = SmallerLife(
//       life,
//       [&](const Value& candidate) {
//         return PlayLife(stage, candidate, &pool)->failure().has_value();
//       },
//       &pool);
//
// A life is {composite, steps} (life.h). Of the composite only spec changes. The result
// is a local minimum: nothing can be removed from it alone. At most kMostTries candidates
// are tried.
#pragma once

#include <functional>

#include "data/value/value.h"

namespace loom {

inline constexpr int kMostTries = 600;

Value SmallerLife(const Value& life,
                  const std::function<bool(const Value& candidate)>& fails,
                  Pool* pool);

}  // namespace loom
