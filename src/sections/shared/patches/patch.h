// SPDX-License-Identifier: Apache-2.0
// A Patch moves one value: it is read from an endpoint, changed by transforms
// and written to another endpoint. This class is all of P&T's patch types,
// which differ only in their rows of patch_types.cc.
//
//   type: FromCompositeFieldPath            # the default
//   fromFieldPath: spec.region
//   toFieldPath: spec.forProvider.region    # fromFieldPath if it is absent
//   transforms: […]
//   policy: {…}
//
//   type: CombineFromEnvironment
//   combine:
//     strategy: string
//     variables: [{fromFieldPath: account}, {fromFieldPath: stage}]
//     string: {fmt: "%s-%s"}
//   toFieldPath: metadata.name
//
//   type: FromExpression                    # of the native input alone
//   expression: composite.spec.size * 2     # language/cel/program/expression_names.h
//   toFieldPath: spec.forProvider.nodes
//
//   type: FromItemFieldPath                 # in a resource with forEach
//   fromFieldPath: zone                     # a path into the item; none: the item
//   toFieldPath: spec.forProvider.zone
//
// A Combine patch reads all of its variables before it formats them. If one of
// them is missing, the source of the patch is missing. So it is if an expression names
// what is not there (yet). An expression whose value is optional.none() has nothing to
// write, and its patch is passed over: composite.spec.?size. An expression of a transform
// that names what is not there is pending, too, and no missing source: the default of the
// policy does not pass over it.
//
// A `[*]` in toFieldPath writes to every place that it matches. The places have
// to exist; in the native input the last member may be missing. In the drop-in
// inputs a Combine patch takes `[*]` as an ordinary key, as P&T does.
//
// Mistakes of the author are reported when the patch is parsed. In the drop-in
// inputs, some are errors only when the patch is applied: malformed paths, some
// mistakes in transforms (language/transforms/transform.h), and mistakes in the policy of
// a Combine patch. P&T does not notice them in a patch that it does not apply,
// and a Composition that works must go on working.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "data/fieldpath/reads.h"
#include "language/cel/program/expression.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"
#include "sections/shared/patches/destination.h"
#include "sections/shared/patches/patch_types.h"

namespace loom {

// What becomes of a value on its way, for those who watch (crossplane/call/observer.h).
struct PatchTrace {
  // The two objects; null if the one that is read is not observed.
  const Value* from = nullptr;
  const Value* to = nullptr;
  // If it is traced: what transforms were given, or an expression has made, and what
  // each transform made of it.
  std::optional<Value> value = std::nullopt;
  std::vector<Value> stages = {};
};

class Patch {
 public:
  // nullptr if the type is unknown, which is reported.
  static std::shared_ptr<const Patch> Parse(const Input& input,
                                            PatchScope scope);

  const PatchType& type() const { return *type_; }
  bool required() const { return policy_.required; }
  // The place of the patch in the input: `patchSets[tags].patches[1]`.
  const std::string& place() const { return place_; }

  // The paths that it reads: one; of a Combine patch its variables; of an expression
  // none. And the one that it writes.
  std::vector<const absl::StatusOr<Path>*> sources() const;
  const absl::StatusOr<Path>& destination() const { return to_; }
  const Transforms& transforms() const { return transforms_; }
  // The expression of a patch that has one.
  const std::optional<InputExpression>& expression() const {
    return expression_;
  }
  // Whether it reads the item of a forEach, and whether it has expressions.
  bool reads_item() const;
  bool has_expressions() const {
    return expression_.has_value() || transforms_.has_expressions();
  }
  // Adds what it reads. `object` is the mask of the observed resource of its template;
  // nullptr: it has none.
  void AddReads(Reads* reads, FieldMask* object) const;

  // The value and the stages of a trace, up to the first error. Of a copy without
  // transforms there are none: it makes what it reads.
  PatchTrace Traced(const Value& from, CelVariables* variables,
                    Pool* pool) const;

  // Reads from one object and writes to another, which may be the same one.
  // `variables` are the names of expressions.
  // NotFound: the source has no such value, or an expression is pending, and nothing was
  // written.
  // FailedPrecondition: the value does not fit. InvalidArgument: the patch has
  // a mistake that was not reported when it was parsed. After these two the
  // destination may be written in part, so the caller discards it.
  absl::Status Apply(const Value& from, Value& to, CelVariables* variables,
                     Pool* pool) const;

  // Whether an error of Apply says that an expression is pending: that of the patch, or
  // one of a transform.
  static bool IsPending(const absl::Status& status);
  // Whether the policy passes over an error of Apply.
  bool PassesOver(const absl::Status& status) const;

 private:
  using MaybePath = absl::StatusOr<Path>;

  void ParsePaths(const Input& input, Fields& fields, PatchScope scope);
  void ParseExpression(const Input& input, Fields& fields, PatchScope scope);
  void ParseCombine(const Input& input, Fields& fields);
  void ParseVariable(const Input& variable);

  absl::StatusOr<Value> Read(const Value& from, CelVariables* variables,
                             Pool* pool) const;
  absl::StatusOr<const Value*> ReadAt(const Value& from, const MaybePath& path,
                                      Pool* pool) const;
  absl::StatusOr<Value> Combined(const Value& from, Pool* pool) const;
  // What the transforms are applied to; nullopt if that is nothing.
  absl::StatusOr<std::optional<Value>> Untransformed(const Value& from,
                                                     CelVariables* variables,
                                                     Pool* pool) const;
  // nullopt: there is nothing to write.
  absl::StatusOr<std::optional<Value>> Computed(CelVariables* variables,
                                                Pool* pool) const;
  // Checks a value, and writes it.
  absl::Status Place(Value& to, Value value, Pool* pool) const;
  absl::Status Write(Value& to, Value value, Pool* pool) const;

  const PatchType* type_ = nullptr;
  const Rules* rules_ = nullptr;
  std::string place_;
  MaybePath from_ = Path();
  MaybePath to_ = Path();
  std::vector<MaybePath> variables_;
  std::string format_;
  std::optional<InputExpression> expression_;
  Transforms transforms_;
  PatchPolicy policy_;
};

using Patches = std::vector<std::shared_ptr<const Patch>>;

// The patches of a list, without those of an unknown type.
Patches ParsePatches(const std::vector<Input>& list, PatchScope scope);

}  // namespace loom
