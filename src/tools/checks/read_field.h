// SPDX-License-Identifier: Apache-2.0
// FieldOf returns the field of a kind that an expression reads.
//
//   composite.spec.size                          spec.size of the composite
//   observed.resources.db.resource.spec.size     spec.size of what db makes
//   object.spec.size                             spec.size of the resource around it
//   item.size                                    spec.list[0].size of the composite
//   values.spec.size                             the same as what the value reads
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "data/value/object.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {

struct TypedField {
  const KindSchema* kind = nullptr;  // nullptr: its schema is not known
  std::vector<Segment> path;
};

TypedField FieldOf(const LintInput& input, const TemplateTypes& types,
                   const LintExpression& expression,
                   const ExpressionRead& read);

// Returns the value that an expression reads as values.NAME: of its resource or of the
// input; nullptr for none.
const Value* NamedValueFor(const LintInput& input,
                           const LintExpression& expression,
                           absl::string_view name);

// Returns the expressions of the value that a read of values.NAME is of; none for any
// other read.
std::vector<std::string> ExpressionsBehind(const LintInput& input,
                                           const LintExpression& expression,
                                           const ExpressionRead& read);

// Returns the reads with, instead of values, what these read, and of items of a loop what
// its list reads.
std::vector<ExpressionRead> ReadsThroughValues(
    const LintInput& input, const LintExpression& expression,
    const std::vector<ExpressionRead>& reads);

// Returns the expressions that decide whether another one is evaluated: the condition of
// the input, the condition and the list of its resource, or `when` in its entry.
std::vector<std::string> GuardsOf(const LintInput& input,
                                  const LintExpression& expression);

}  // namespace loom
