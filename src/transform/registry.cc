// SPDX-License-Identifier: Apache-2.0
#include "transform/registry.h"

#include "transform/convert_transform.h"
#include "transform/map_transform.h"
#include "transform/match_transform.h"
#include "transform/math_transform.h"
#include "transform/string_transform.h"

namespace loom {
namespace {

constexpr TransformFamily kFamilies[] = {
    {"map", &ParseMapTransform},         {"match", &ParseMatchTransform},
    {"math", &ParseMathTransform},       {"string", &ParseStringTransform},
    {"convert", &ParseConvertTransform},
};

}  // namespace

absl::Span<const TransformFamily> TransformFamilies() { return kFamilies; }

}  // namespace loom
