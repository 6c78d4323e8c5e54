// SPDX-License-Identifier: Apache-2.0
// The transform `convert` makes a value of another type.
//
//   {toType: int64}                       "12" → 12, 3.7 → 3, true → 1
//   {toType: float64, format: quantity}   "1.5Gi" → 1610612736
//   {toType: object, format: json}        "{\"a\": 1}" → {a: 1}
//   {toType: bool}                        "yes" → an error
//
//   toType     string, bool, int64 (or int), float64, object, array
//   format     none (the default), quantity, json
//
// Texts are read by the rules of Go (data/go/number_text.h, data/go/quantity.h). A value
// that has the type already passes, whatever the format. Objects, lists and
// null are always an error, also where toType is their own type. All this is
// P&T's rule.
#pragma once

#include <memory>

#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseConvertTransform(const Input& block,
                                                       const Input& late);

}  // namespace loom
