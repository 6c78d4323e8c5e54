// SPDX-License-Identifier: Apache-2.0
// A Patch moves one value: it reads the value from an endpoint, changes it with
// transforms, and writes it to another endpoint. This class implements all of P&T's patch
// types, which differ only in their rows in patch_types.cc.
//
//   type: FromCompositeFieldPath            # the default
//   fromFieldPath: spec.region
//   toFieldPath: spec.forProvider.region    # defaults to fromFieldPath
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
//   type: FromExpression                    # native input only
//   expression: composite.spec.size * 2     # language/cel/program/expression_names.h
//   toFieldPath: spec.forProvider.nodes
//
//   type: FromItemFieldPath                 # in a resource with forEach
//   fromFieldPath: zone                     # in the item; if absent, the whole item
//   toFieldPath: spec.forProvider.zone
//
// A Combine patch reads all of its variables before it formats them. If a variable is
// missing, the source of the patch is missing. If the expression of a patch refers to
// something that does not exist (yet), its source is also missing. If the value of the
// expression is optional.none(), as that of composite.spec.?size can be, there is nothing
// to write and the patch is skipped. If the expression of a transform refers to something
// that does not exist, the patch is pending. That is not a missing source: the default
// policy does not skip it.
//
// A `[*]` in toFieldPath writes to every field that it matches. The fields have to exist;
// in the native input, the last field of the path may be missing. In the drop-in inputs,
// a Combine patch treats `[*]` as an ordinary key, as P&T does. In a patch of an overlay,
// `[KEY=VALUE]` writes to the elements of a list that have this value in the field KEY, and
// adds one if there is none (data/fieldpath/keyed_elements.h).
//
// If an expression or a transform makes bytes, they become base64 in the data of a Secret
// and strings elsewhere (crossplane/kinds/encoded_fields.h). A string is written
// unchanged, and so is every value that a patch copies, as by P&T.
//
// Errors are reported when the patch is parsed. In the drop-in inputs, some are
// reported only when the patch is applied: malformed paths, some errors in transforms
// (language/transforms/transform.h), and errors in the policy of a Combine patch. P&T
// does not detect them in a patch that it does not apply, and a Composition that works
// has to keep working.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "data/fieldpath/path.h"
#include "language/cel/program/expression.h"
#include "language/cel/program/inline_tree.h"
#include "language/input/fields.h"
#include "language/transforms/transform.h"
#include "sections/shared/patches/patch_policy.h"
#include "sections/shared/patches/patch_types.h"

namespace loom {

// The values of one patch from source to destination, for an observer
// (crossplane/call/observer.h).
struct PatchTrace {
  // The two objects. `from` is null if the object is not observed.
  const Value* from = nullptr;
  const Value* to = nullptr;
  // Only if the patch is traced: the input of the transforms or the value of the
  // expression, and the value after each transform.
  std::optional<Value> value = std::nullopt;
  std::vector<Value> stages = {};
};

class Patch {
 public:
  // Reads a patch, and reports errors. nullptr: the type is unknown.
  static std::shared_ptr<const Patch> Parse(const Input& input,
                                            PatchScope scope);
  // Returns the patch FromExpression of a part of an object: the value at `at` contains
  // expressions (language/cel/program/inline_tree.h), and its value is written to the
  // same location. In the scope kEnvironment the type is ToCompositeFromExpression.
  static std::shared_ptr<const Patch> OfText(const Input& at, InlineTree text,
                                             Path to, PatchScope scope);

  const PatchType& type() const { return *type_; }
  bool required() const { return policy_.required; }
  // The location of the patch in the input: `patchSets[tags].patches[1]`.
  const std::string& place() const { return place_; }

  // Return the paths that the patch reads, and the path that it writes. A Combine patch
  // reads one path per variable, a patch with an expression none, any other patch one.
  std::vector<const absl::StatusOr<Path>*> sources() const;
  const absl::StatusOr<Path>& destination() const { return to_; }
  // Whether the destination names elements of lists by key
  // (data/fieldpath/keyed_elements.h). Only in overlays.
  bool names_elements() const { return names_elements_; }
  const Transforms& transforms() const { return transforms_; }
  // Report whether the patch computes its value, and by which expressions. Only a patch
  // of an inline object may have several.
  bool computes() const { return type_->form == PatchForm::kExpression; }
  std::vector<const InputExpression*> expressions() const;
  bool is_inline() const { return text_.has_value(); }
  // Reports whether the patch adds entries to a map that a template also has others of.
  bool adds_entries() const {
    return text_.has_value() && text_->adds_entries();
  }
  // Returns the value of an inline part; nullopt if it is optional.none().
  absl::StatusOr<std::optional<Value>> ValueOfText(CelVariables* variables,
                                                   Pool* pool) const {
    return text_->OptionalTree(variables, pool);
  }
  // Report whether the patch reads the item of a forEach, and whether it has
  // expressions.
  bool reads_item() const;
  bool has_expressions() const {
    return expression_.has_value() || text_.has_value() ||
           transforms_.has_expressions();
  }

  // Returns a trace with the value and the stages, up to the first error. For a copy
  // without transforms it has neither, because the patch writes the value that it reads.
  PatchTrace Traced(const Value& from, CelVariables* variables,
                    Pool* pool) const;

  // Reads from one object and writes to another, which may be the same one. `variables`
  // has the values of the names in expressions.
  // NotFound: the source is missing, or an expression is pending. Nothing was written.
  // FailedPrecondition: the value does not fit.
  // InvalidArgument: the patch has an error that was not reported when it was parsed,
  // or the value of an expression has no form in JSON.
  // After the last two, the destination may be partly written, so the caller discards it.
  absl::Status Apply(const Value& from, Value& to, CelVariables* variables,
                     Pool* pool) const;

  // Reports whether the policy skips the patch for this error of Apply.
  bool PassesOver(const absl::Status& status) const;

 private:
  using MaybePath = absl::StatusOr<Path>;

  void FindElementKeys(const Input& input);
  void ParsePaths(const Input& input, Fields& fields, PatchScope scope);
  void ParseExpression(const Input& input, Fields& fields, PatchScope scope);
  void ParseCombine(const Input& input, Fields& fields);
  void ParseVariable(const Input& variable);

  absl::StatusOr<Value> Read(const Value& from, CelVariables* variables,
                             Pool* pool) const;
  absl::StatusOr<const Value*> ReadAt(const Value& from, const MaybePath& path,
                                      Pool* pool) const;
  absl::StatusOr<Value> Combined(const Value& from, Pool* pool) const;
  // Returns the input of the transforms; nullopt if there is nothing to write.
  absl::StatusOr<std::optional<Value>> Untransformed(const Value& from,
                                                     CelVariables* variables,
                                                     Pool* pool) const;
  // Returns the value of the expression or the inline part; nullopt if there is
  // nothing to write.
  absl::StatusOr<std::optional<Value>> Evaluated(CelVariables* variables,
                                                 Pool* pool) const;
  // Returns nullopt if there is nothing to write.
  absl::StatusOr<std::optional<Value>> Computed(CelVariables* variables,
                                                Pool* pool) const;
  // Place checks the value, calls Write, and then checks the object.
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
  std::optional<InlineTree> text_;
  Transforms transforms_;
  PatchPolicy policy_;
  bool names_elements_ = false;
};

using Patches = std::vector<std::shared_ptr<const Patch>>;

// Returns the patches of a list, without those of an unknown type.
Patches ParsePatches(const std::vector<Input>& list, PatchScope scope);

}  // namespace loom
