// SPDX-License-Identifier: Apache-2.0
// Functions that analyze the source of an expression.
//
// ReadsOf lists the reads of an expression: the names of expression_names.h in its
// source, each with the path after it. Every read is listed once, in the order of the
// source. A computed key comes before the path that contains it. Variables of macros
// are not listed.
//
//   observed.resources['subnet-' + key].resource.spec
//     key
//     observed   resources     is_open: the next key is computed; behind: resource.spec
//
// A string that is not a valid expression reads nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/expression_names.h"
#include "language/cel/syntax/parser.h"

namespace loom {
struct ExpressionRead {
  std::string name;
  std::vector<Segment> path;  // after the name
  size_t offset = 0;          // of the path; if the path is empty, of the name
  // Whether the path continues with a computed key or index.
  bool is_open = false;
  // The path after the first computed key, up to the next one.
  std::vector<Segment> behind = {};
  // Whether a macro with one variable iterates over it. In a map, it sees only the
  // keys.
  bool is_range = false;
  // Whether a missing value has a result: `.?`, `[?…]` or has(). Otherwise, the
  // expression waits for the value.
  bool is_optional = false;
};

std::vector<ExpressionRead> ReadsOf(absl::string_view expression);
// Returns the reads of one name, which need not be one of expression_names.h.
std::vector<ExpressionRead> ReadsOf(absl::string_view expression,
                                    absl::string_view name);

// Returns the read of an expression that consists of only a name and a path, without
// computed keys; nullopt for any other expression.
std::optional<ExpressionRead> OnlyReadOf(absl::string_view expression);
// The same, also for a read with a default: composite.spec.?zones.orValue([]).
std::optional<ExpressionRead> OnlyReadOrDefaultOf(absl::string_view expression);

// Returns whether a read is of the composite, and of more than what its author writes:
// not only of metadata and spec.
bool ReadsStateOfComposite(const ExpressionRead& read);

// A read without which the expression has no value, and the reads that decide whether it
// is evaluated. Of a path with `.?`, `[?…]` or has(), only the part before it is needed.
struct ExpressionNeed {
  ExpressionRead read;
  std::vector<ExpressionRead> guards;
};

// Lists the needs of an expression, in the order of the source. What a macro iterates over
// is a guard of the rest of the macro, and so are the other operands of `&&` and `||`.
//
//   observed.resources.db.resource.?status      observed resources.db.resource
//   composite.spec.a ? object.b : ''            composite spec.a;  object b, guard spec.a
//   has(composite.spec.a)                       composite spec
std::vector<ExpressionNeed> NeedsOf(absl::string_view expression);

// A read that is compared with literals.
struct ExpressionComparison {
  ExpressionRead read;
  std::string sign;  // ==, != or in
  std::vector<Literal> literals;
};

// Lists the comparisons of a read, which has no computed keys, with one literal or, for
// `in`, with a list of literals. A read with a default is also compared, unless the
// default is one of the literals.
//
//   'a' != composite.spec.b                  composite spec.b, !=, 'a'
//   composite.spec.?b.orValue('') in ['a']   composite spec.b, in, 'a'
std::vector<ExpressionComparison> ComparisonsOf(absl::string_view expression);

// Lists what must not exist for the expression to be true.
//
//   !('db' in observed.resources) && composite.spec.a      observed resources.db
//   !has(observed.resources.db)                            the same
std::vector<ExpressionRead> RefusedBy(absl::string_view expression);

// Lists the reads that have a result while their value is missing: with `.?`, `[?…]` or
// has(), and what `in` looks for. If `is_condition`, a read whose missing value makes the
// expression true is left out.
//
//   has(observed.resources.a) && composite.spec.b    observed resources.a
//   'a' in observed.resources                        the same
//   !has(observed.resources.a)                       none for a condition
//   observed.composite.?a.orValue(true)              none for a condition
//   object.list.filter(i, has(i.ok))                 object list, is_open, behind: ok
std::vector<ExpressionRead> DefaultsIn(absl::string_view expression,
                                       bool is_condition);

// Lists the reads of an object that a function of optionals follows, although they are
// no optionals. Such an expression waits while the field is missing, and fails when it
// exists.
//
//   composite.spec.size.orValue(3)           composite spec.size
//   composite.spec.?size.orValue(3)          none
struct OptionalMissing {
  ExpressionRead read;
  std::string function;
};
std::vector<OptionalMissing> OptionalsMissingIn(absl::string_view expression);

// Lists the string literals that may be the value of an expression.
//
//   composite.spec.ha ? 'fast' : 'slow'               fast, slow
//   'a-' + composite.spec.mode                        none
std::vector<std::string> TextsOf(absl::string_view expression);

}  // namespace loom
