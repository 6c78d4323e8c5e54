// SPDX-License-Identifier: Apache-2.0
// map: the value of a key.
//
//   {EU: eu-north-1, US: us-east-2, none: null}
//   "EU" → "eu-north-1"    "none" → null    "XX": an error
//
// Keys are compared exactly, and only a string can be one. That null is a value
// like any other is ours; P&T fails on it.
#pragma once

#include <memory>

#include "input/input.h"
#include "transform/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input& late);

}  // namespace loom
