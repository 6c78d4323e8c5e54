// SPDX-License-Identifier: Apache-2.0
// A Patch moves one value: read from an endpoint, changed by transforms,
// written to another endpoint. All of P&T's types are this one thing; they
// differ in the row of patch_types.cc.
//
//   type: FromCompositeFieldPath            the default
//   fromFieldPath: spec.region
//   toFieldPath: spec.forProvider.region    as fromFieldPath if absent
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
// read → transforms → write. A Combine reads all of its variables before it
// formats them; one that is missing is as if the whole were.
//
// A `[*]` in toFieldPath writes to every place it stands for, which has to be
// there (in the native input the last member may be missing). In the drop-in
// inputs a Combine takes `[*]` for an ordinary key, as P&T does.
//
// Mistakes of the author are reported when the patch is parsed. Only malformed
// paths and the transforms of a Combine wait for their turn in the drop-in
// inputs: P&T lets pass what it never gets to, and a Composition that works
// must go on working.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "fieldpath/path.h"
#include "input/input.h"
#include "patch/patch_types.h"
#include "patch/policy.h"
#include "transform/transform.h"

namespace loom {

class Patch {
 public:
  // nullptr once a problem that leaves no patch was reported.
  static std::shared_ptr<const Patch> Parse(const Input& input,
                                            PatchScope scope);

  const PatchType& type() const { return *type_; }
  bool required() const { return policy_.required; }
  // Where it stands in the input: `patchSets[tags].patches[1]`.
  const std::string& place() const { return place_; }

  // Reads from one object and writes to another, which may be the same one.
  // NotFound: the source has no such value, nothing was written.
  // FailedPrecondition: the value does not fit; the destination may have been
  // written in part, and the caller gives up on it.
  absl::Status Apply(const Value& from, Value& to, Pool* pool) const;

 private:
  using MaybePath = absl::StatusOr<Path>;

  void ParseCombine(const Input& input, Fields& fields);
  void ParseVariable(const Input& variable);

  absl::StatusOr<Value> Read(const Value& from, Pool* pool) const;
  absl::StatusOr<const Value*> ReadAt(const Value& from, const MaybePath& path,
                                      Pool* pool) const;
  absl::StatusOr<Value> Combined(const Value& from, Pool* pool) const;
  absl::Status Write(Value& to, Value value, Pool* pool) const;
  absl::Status WriteAll(Value& to, const Value& value, Pool* pool) const;
  absl::Status WriteAt(Value& to, const Path& path, Value value,
                       Pool* pool) const;

  const PatchType* type_ = nullptr;
  const Rules* rules_ = nullptr;
  std::string place_;
  MaybePath from_ = Path();
  MaybePath to_ = Path();
  std::vector<MaybePath> variables_;
  std::string format_;
  Transforms transforms_;
  PatchPolicy policy_;
};

using Patches = std::vector<std::shared_ptr<const Patch>>;

// A list of patches, without those that left none.
Patches ParsePatches(const std::vector<Input>& list, PatchScope scope);

}  // namespace loom
