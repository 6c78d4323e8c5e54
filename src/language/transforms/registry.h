// SPDX-License-Identifier: Apache-2.0
// The table of transform families. It is the only place that lists them: each
// row is a `type` that a transform may have, and the name of the block beside
// it.
//
//   auto families = TransformFamilies(rules);
//   const TransformFamily* family = fields.Choice("type", families, nullptr);
//
// The families are P&T's; `expression`, of the native input alone, is ours.
#pragma once

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"

namespace loom {

struct TransformFamily {
  absl::string_view name;
  // Reads the block `name`. `late` is the same place, for mistakes that P&T
  // finds only when it applies the transform. nullptr: a mistake was reported
  // that leaves no transform to apply.
  std::unique_ptr<const Transform> (*parse)(const Input& block,
                                            const Input& late) = nullptr;
  // In place of `parse`, of a family whose member `name` is a text. The names are those
  // that its expression may use, and `used` gets those that it uses.
  std::unique_ptr<const Transform> (*parse_text)(
      Fields& transform, ExpressionNames names,
      ExpressionNames* used) = nullptr;
};

// The families that an input has.
absl::Span<const TransformFamily> TransformFamilies(const Rules& rules);

}  // namespace loom
