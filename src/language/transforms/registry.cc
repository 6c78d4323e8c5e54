// SPDX-License-Identifier: Apache-2.0
#include "language/transforms/registry.h"

#include "language/transforms/convert_transform.h"
#include "language/transforms/expression_transform.h"
#include "language/transforms/map_transform.h"
#include "language/transforms/match_transform.h"
#include "language/transforms/math_transform.h"
#include "language/transforms/string_transform.h"

namespace loom {
namespace {

constexpr TransformFamily kFamilies[] = {
    {"map", &ParseMapTransform},
    {"match", &ParseMatchTransform},
    {"math", &ParseMathTransform},
    {"string", &ParseStringTransform},
    {"convert", &ParseConvertTransform},
    // Those of the native input alone are the last.
    {"expression", nullptr, &ParseExpressionTransform},
};
constexpr size_t kNative = 1;

}  // namespace

absl::Span<const TransformFamily> TransformFamilies(const Rules& rules) {
  absl::Span<const TransformFamily> all = kFamilies;
  return rules.has_expressions ? all : all.first(all.size() - kNative);
}

}  // namespace loom
