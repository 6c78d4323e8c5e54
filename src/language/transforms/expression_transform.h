// SPDX-License-Identifier: Apache-2.0
// The transform `expression` of the native input computes a value in CEL
// (language/cel/program/expression_names.h). What it is given is called `value`; where the list of
// transforms stands decides which other names it knows.
//
//   - {type: expression, expression: "value == 'large' ? 9 : 3"}      "large" → 9
//   - {type: expression, expression: "value.map(v, v.id)"}            [{id: 1}] → [1]
//
//   transforms[0].expression: Invalid value: 1:1: unknown name "valeu", did you mean
//   "value"?
//
// While what it names is not there (yet), the whole patch is pending (sections/shared/patches/patch.h).
#pragma once

#include <memory>

#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {

// Reads the member `expression`. nullptr: a mistake was reported.
std::unique_ptr<const Transform> ParseExpressionTransform(
    Fields& transform, ExpressionNames names, ExpressionNames* used);

}  // namespace loom
