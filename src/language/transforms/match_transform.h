// SPDX-License-Identifier: Apache-2.0
// The transform `match` gives the result of the first pattern that matches.
//
//   patterns:
//   - {type: literal, literal: prod, result: 3}
//   - {type: regexp, regexp: "^dev-", result: 1}
//   fallbackTo: Value         or Input: the value itself
//   fallbackValue: 0          null if absent
//
//   "prod" → 3
//   "dev-7" → 1
//   "x" → 0
//   5 → an error, fallback or not
//
// A pattern without a type is a literal, as P&T's schema says; P&T itself fails
// on it. A fallbackValue beside fallbackTo: Input is a mistake. In the drop-in
// inputs it becomes an error when no pattern matches, and an unknown fallbackTo
// means Value; both are P&T's rule.
#pragma once

#include <memory>

#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseMatchTransform(const Input& block,
                                                     const Input& late);

}  // namespace loom
