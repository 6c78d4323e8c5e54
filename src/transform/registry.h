// SPDX-License-Identifier: Apache-2.0
// The table of transform families. It is the only place that lists them: each
// row is a `type` that a transform may have, and the name of the block beside
// it.
//
//   const auto* family = fields.Choice("type", TransformFamilies(), nullptr);
//   absl::Span<const TransformFamily> all = TransformFamilies();
//
// The families are P&T's.
#pragma once

#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "input/input.h"
#include "transform/transform.h"

namespace loom {

struct TransformFamily {
  absl::string_view name;
  // Reads the block `name`. `late` is the same place, for mistakes that P&T
  // finds only when it applies the transform. nullptr: a mistake was reported
  // that leaves no transform to apply.
  std::unique_ptr<const Transform> (*parse)(const Input& block,
                                            const Input& late);
};

absl::Span<const TransformFamily> TransformFamilies();

}  // namespace loom
