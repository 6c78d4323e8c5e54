// SPDX-License-Identifier: Apache-2.0
// The transform `map` looks the value up in a table.
//
//   {EU: eu-north-1, US: us-east-2, none: null}
//
//   "EU" → "eu-north-1"
//   "none" → null
//   "XX" → an error: the table has no such key
//   5 → an error: only a string can be a key
//
// Keys are compared exactly. That a key may map to null is ours; P&T fails
// there.
#pragma once

#include <memory>

#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMapTransform(const Input& block,
                                                   const Input& late);

}  // namespace loom
