// SPDX-License-Identifier: Apache-2.0
// ExpressionsOf lists the expressions of a native input, with their places, and
// StaticTypeOf says what is known of the value of one.
//
//   for (const LintExpression& expression : ExpressionsOf(input, resources)) {
//     Look(expression);
//   }
//
//   StaticTypeOf("composite.spec.size > 1")     {"boolean"}
//   StaticTypeOf("composite.spec.size")         {""}
//   StaticTypeOf("composite.spec.?size")        {"", may_be_absent: true}
//
// What is read of an item of forEach is told as what is read of the composite, if the
// list is a field of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "language/cel/program/expression_reads.h"
#include "tools/lint/corpus.h"
#include "tools/lint/input_walk.h"

namespace loom {

struct LintExpression {
  std::string place;  // in the input
  std::string member;
  std::string text;
  // That it stands in; nullptr if it is none.
  const LintResource* resource = nullptr;
};

// `resources` are those of the input, and outlive what is returned.
std::vector<LintExpression> ExpressionsOf(
    const LintInput& input, const std::vector<LintResource>& resources);

struct StaticType {
  std::string name;  // as in schemas; "": it is not known
  bool may_be_absent = false;
};

// Nothing is known of a text that is no expression.
StaticType StaticTypeOf(absl::string_view expression);

// The list of a resource with forEach, if its items are those of a field.
std::optional<ExpressionRead> ListOf(const LintResource& resource);

}  // namespace loom
