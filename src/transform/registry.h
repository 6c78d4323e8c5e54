// SPDX-License-Identifier: Apache-2.0
// The table of transform families. It is the only place that lists them: each
// row is a `type` that a transform may have, and the name of the block beside it.
//
//   const TransformFamily* family = FindTransformFamily("math");
//   absl::Span<const TransformFamily> all = TransformFamilies();
//
// The families are P&T's.
#pragma once

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "input/input.h"
#include "transform/transform.h"

namespace loom {

struct TransformFamily {
  absl::string_view name;
  // Reads the block `name`. Mistakes that P&T meets only when it gets there are
  // reported to `late`, which is the same place; nullptr if there is one that
  // leaves nothing to apply.
  std::unique_ptr<const Transform> (*parse)(const Input& block,
                                            const Input& late);
};

absl::Span<const TransformFamily> TransformFamilies();

// nullptr: there is none of that name.
const TransformFamily* FindTransformFamily(absl::string_view name);

// "map, match, …", for messages.
std::string TransformTypes();

}  // namespace loom
