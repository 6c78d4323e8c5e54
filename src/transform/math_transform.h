// SPDX-License-Identifier: Apache-2.0
// math: arithmetic with one whole number.
//
//   {type: Multiply, multiply: 1024}    2 → 2048, 2.5 → 2560
//   {type: ClampMin, clampMin: 3}       2 → 3, 3.5 → 3.5
//   {type: ClampMax, clampMax: 4}       4.9 → 4
//
// Numbers of the wire are doubles and are multiplied as such; an int64, as
// `convert` makes it, stays one and wraps, as in Go. P&T cuts off the fraction
// before it compares with a clamp, so that 4.9 passes a clampMax of 4; here
// numbers are compared as numbers. Anything but a number is an error.
#pragma once

#include <memory>

#include "input/input.h"
#include "transform/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input& late);

}  // namespace loom
