// SPDX-License-Identifier: Apache-2.0
// Transforms change a value on its way from a patch's source to its
// destination. They are P&T's: five families (registry.h), parsed once when the
// input is read and applied on every call.
//
//   transforms:
//   - {type: convert, convert: {toType: int64}}             "10" → 10
//   - {type: math, math: {type: Multiply, multiply: 3}}     10 → 30
//   - {type: string, string: {type: Format, fmt: "n-%d"}}   30 → "n-30"
//
//   Transforms chain = Transforms::Parse(fields.List("transforms"));
//   absl::StatusOr<Value> result = chain.Apply(value, nullptr, pool);
//
// The native input has a sixth family, `expression`. Which names an expression may use
// is said when the list is parsed, and what they are when it is applied.
//
// The first transform that fails ends the chain, and its error names it:
//
//   transforms[1] (math): input is required to be a number …
//
// Mistakes in a transform are reported when it is parsed. P&T finds some of
// them only when it applies the transform, and says nothing if it never does.
// For the drop-in inputs those mistakes are errors of Apply, and mistakes()
// names them.
//
// A chain refers to the tree it was parsed from, which has to outlive it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "language/input/input.h"

namespace loom {
class Transform {
 public:
  virtual ~Transform() = default;
  // The value that it makes of another one, in the pool. FailedPrecondition:
  // the value does not fit. NotFound: an expression names what is not there (yet).
  // Safe to call from many threads.
  virtual absl::StatusOr<Value> Apply(const Value& value,
                                      CelVariables* variables,
                                      Pool* pool) const = 0;
};

class Transforms {
 public:
  // Reads a list of transforms and reports every mistake at its place.
  static Transforms Parse(const std::vector<Input>& list,
                          ExpressionNames names = {});
  // The same for Combine patches, whose transforms P&T does not look at before
  // it applies them.
  static Transforms ParseOfCombine(const std::vector<Input>& list,
                                   ExpressionNames names = {});

  bool empty() const { return steps_.empty() && mistakes_.empty(); }
  // The mistakes of a drop-in input that were not reported when it was parsed;
  // "" if there are none. Apply fails with them.
  const std::string& mistakes() const { return mistakes_; }

  // Whether there are expressions, and the names that they use.
  bool has_expressions() const { return has_expressions_; }
  ExpressionNames names() const { return names_; }

  // FailedPrecondition: a value does not fit. InvalidArgument: mistakes(). NotFound: an
  // expression is pending. `variables` may be null if there are no names.
  absl::StatusOr<Value> Apply(const Value& value, CelVariables* variables,
                              Pool* pool) const;

  // What each transform of the chain makes of the value, up to the first that
  // fails.
  std::vector<Value> Stages(const Value& value, CelVariables* variables,
                            Pool* pool) const;

 private:
  struct Step {
    absl::string_view type;
    std::unique_ptr<const Transform> transform;
  };

  void Add(const Input& input, const Input& late, ExpressionNames names);
  static absl::StatusOr<Value> Apply(const Step& step, const Value& value,
                                     CelVariables* variables, Pool* pool);

  std::vector<Step> steps_;
  std::string mistakes_;
  bool has_expressions_ = false;
  ExpressionNames names_;
};

// The table of transform families. It is the only place that lists them: each
// row is a `type` that a transform may have, and the name of the block beside
// it.
//
//   auto families = TransformFamilies(rules);
//   const TransformFamily* family = fields.Choice("type", families, nullptr);
//
// The families are P&T's; `expression`, of the native input alone, is ours.

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
