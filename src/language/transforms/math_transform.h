// SPDX-License-Identifier: Apache-2.0
// The transform `math` calculates with a number and one whole operand.
//
//   {type: Multiply, multiply: 1024}    2 → 2048, 2.5 → 2560
//   {type: ClampMin, clampMin: 3}       2 → 3, 3.5 → 3.5
//   {type: ClampMax, clampMax: 4}       4.9 → 4
//   any of them                         "2" → an error
//
// Numbers from the wire are doubles and are multiplied as doubles. An int64, as
// `convert` makes it, stays one and wraps around on overflow, as in Go. Clamps
// compare numbers as numbers, which is ours: P&T cuts off the fraction first,
// so that 4.9 passes a clampMax of 4.
#pragma once

#include <memory>

#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input& late);

}  // namespace loom
