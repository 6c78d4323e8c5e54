// SPDX-License-Identifier: Apache-2.0
#include "transform/registry.h"

#include "transform/convert_transform.h"
#include "transform/expression_transform.h"
#include "transform/map_transform.h"
#include "transform/match_transform.h"
#include "transform/math_transform.h"
#include "transform/string_transform.h"

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
