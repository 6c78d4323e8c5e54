// SPDX-License-Identifier: Apache-2.0
// match: the result of the first pattern that matches.
//
//   patterns:
//   - {type: literal, literal: prod, result: 3}
//   - {type: regexp, regexp: "^dev-", result: 1}
//   fallbackTo: Value         or Input: the value itself
//   fallbackValue: 0          null if absent
//
//   "prod" → 3    "dev-7" → 1    "x" → 0    5: an error, fallback or not
//
// A pattern without type is a literal, as its schema says; P&T fails on it.
// fallbackTo: Input beside a fallbackValue is a mistake. In the drop-in inputs
// it is an error once nothing matches, and an unknown fallbackTo means Value.
#pragma once

#include <memory>

#include "input/input.h"
#include "transform/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMatchTransform(const Input& block,
                                                     const Input& late);

}  // namespace loom
