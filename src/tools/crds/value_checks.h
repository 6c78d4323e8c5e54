// SPDX-License-Identifier: Apache-2.0
// CheckValue compares a value with what its schema says of it alone: enum, pattern,
// and the limits of numbers, texts, lists and maps. What it has inside, and its type,
// are checked by violations.h.
//
//   {enum: [fast, slow]}, "fasst"   Unsupported value: "fasst": want one of "fast",
//                                  "slow", did you mean "fast"?
//   {maxItems: 1}, [1, 2]          Invalid value: want at most 1 elements, got 2
//   {minimum: 1}, 3                nothing
#pragma once

#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

std::vector<std::string> CheckValue(const Value& schema, const Value& value,
                                    Pool* pool);

}  // namespace loom
