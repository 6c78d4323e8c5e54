// SPDX-License-Identifier: Apache-2.0
// Transforms is a chain of transforms, which change a value on its way from the source
// of a patch to its destination. It is parsed once, when the input is read, and applied
// on every call. P&T has five families of transforms (TransformFamilies below).
//
//   Transforms chain = Transforms::Parse(fields.List("transforms"));
//   absl::StatusOr<Value> result = chain.Apply(value, nullptr, pool);
//
// The native input has a sixth family, `expression`. The names that an expression may
// use are passed to Parse, and their values to Apply.
//
// The first transform that fails ends the chain, and its error names it:
//
//   transforms[1] (math): input is required to be a number …
//
// Mistakes in a transform are reported when it is parsed. P&T detects some of them only
// when it applies the transform, and not at all if it never applies it. In the drop-in
// inputs, those mistakes are errors of Apply, and mistakes() returns them.
//
// Bytes (data/value/bytes.h) are a string for a transform, so they have to be UTF-8;
// only ToBase64 and the checksums take others. What a transform makes of bytes is bytes
// again, except for ToBase64, which makes a string.
//
// A chain refers to the tree from which it was parsed. The tree has to outlive it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "data/value/bytes.h"
#include "data/value/value.h"
#include "language/cel/program/declarations.h"
#include "language/cel/program/expression_names.h"
#include "language/input/fields.h"
#include "language/input/input.h"

namespace loom {
class Transform {
 public:
  virtual ~Transform() = default;
  // Returns the transformed value, in the pool.
  // FailedPrecondition: the value does not fit.
  // NotFound: an expression refers to something that does not exist (yet).
  // InvalidArgument: the value of an expression has no form in JSON.
  // Safe to call from many threads.
  virtual absl::StatusOr<Value> Apply(const Value& value,
                                      CelVariables* variables,
                                      Pool* pool) const = 0;

  // Returns which row of a `map` or `match` applies to a value, by its location in the
  // transform: EU of {EU: eu-west-1}, patterns[1], or fallbackValue; "" if none does.
  virtual std::string RowOf(const Value& /*value*/, Pool* /*pool*/) const {
    return "";
  }

  // Return whether the transform takes bytes that are not UTF-8 as a string of them,
  // and whether its result is base64.
  virtual bool takes_bytes() const { return false; }
  virtual bool encodes() const { return false; }
};

// Returns the type of a value as `convert.toType` names it: "string", "int64", "array".
absl::string_view NameOfType(const Value& value);

class Transforms {
 public:
  // Reads a list of transforms and reports every mistake at its location.
  static Transforms Parse(const std::vector<Input>& list,
                          ExpressionNames names = {});
  // The same for Combine patches, whose transforms P&T does not check before it applies
  // them.
  static Transforms ParseOfCombine(const std::vector<Input>& list,
                                   ExpressionNames names = {});

  bool empty() const { return steps_.empty() && mistakes_.ok(); }
  // Returns the mistakes of a drop-in input that were not reported when it was parsed;
  // OK if there are none. Apply fails with this error.
  const absl::Status& mistakes() const { return mistakes_; }

  // Return whether the chain has expressions, and the names that they use.
  bool has_expressions() const { return has_expressions_; }
  ExpressionNames names() const { return names_; }

  // Returns the value after all transforms. `variables` may be null if the expressions
  // use no name other than `value`.
  // FailedPrecondition: a value does not fit.
  // InvalidArgument: mistakes(), or the value of an expression has no form in JSON.
  // NotFound: an expression is pending.
  absl::StatusOr<Value> Apply(const Value& value, CelVariables* variables,
                              Pool* pool, BytesAs bytes = BytesAs::kText) const;

  // Returns the value after each transform of the chain, up to the first one that
  // fails.
  std::vector<Value> Stages(const Value& value, CelVariables* variables,
                            Pool* pool) const;

  // Returns the rows of `map` and `match` that make these stages of a value, by their
  // locations in the input: resources[0].patches[1].transforms[0].map.EU
  std::vector<std::string> RowsOf(const Value& value,
                                  const std::vector<Value>& stages,
                                  Pool* pool) const;

 private:
  struct Step {
    absl::string_view type;
    std::string place;
    std::unique_ptr<const Transform> transform;
  };

  void Add(const Input& input, const Input& late, ExpressionNames names);
  static absl::StatusOr<Value> Apply(const Step& step, const Value& value,
                                     CelVariables* variables, Pool* pool);

  std::vector<Step> steps_;
  absl::Status mistakes_;
  bool has_expressions_ = false;
  ExpressionNames names_;
};

// TransformFamily is one row of the table of transform families, which are listed only
// there. Its name is a `type` that a transform may have, and also the name of the field
// with its settings. The families are P&T's, except `expression`, which is ours and
// exists only in the native input.
struct TransformFamily {
  absl::string_view name;
  // Reads the object in the field `name`. `late` is the same value, for mistakes that
  // P&T detects only when it applies the transform. nullptr: a mistake was reported,
  // and there is no transform to apply.
  std::unique_ptr<const Transform> (*parse)(const Input& block,
                                            const Input& late) = nullptr;
  // Replaces `parse` for a family whose field `name` is a string. `names` are the names
  // that its expression may use; the names that it uses are added to `used`.
  std::unique_ptr<const Transform> (*parse_text)(
      Fields& transform, ExpressionNames names,
      ExpressionNames* used) = nullptr;
};

// Returns the families that an input has.
absl::Span<const TransformFamily> TransformFamilies(const Rules& rules);

}  // namespace loom
