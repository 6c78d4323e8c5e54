// SPDX-License-Identifier: Apache-2.0
// Endpoints holds the objects of a call between which patches move values
// (sections/shared/patches/patch_types.h).
//
//   Endpoints endpoints{
//       .call = call, .observed = observed, .desired = &object};
//   absl::Status status = endpoints.Apply(patch);
//
// A patch from a composed resource that is not observed yet does nothing.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "sections/shared/patches/patch.h"

namespace loom {

struct Endpoints {
  Call& call;
  // The composed resource, or the location of the connection secret, whose
  // patches are applied.
  const Value* observed = nullptr;  // nullptr: it is not observed yet
  Value* desired = nullptr;
  Value* secret = nullptr;            // the location of a connection secret
  const Value* item = nullptr;        // of forEach
  CelVariables* variables = nullptr;  // of expressions
  // Whether the section itself tells the observer what its patches write.
  bool quiet = false;

  // The errors are those of Patch::Apply.
  absl::Status Apply(const Patch& patch);

  // Keeps the field that a patch would write while an expression of it, or of one of its
  // transforms, is pending: it gets the value that is observed, because Crossplane deletes
  // a field that is no longer desired.
  //
  //   patch to spec.size of a resource that is observed with size 3     spec.size: 3
  //   the same, of a template whose base has the size 1                 spec.size: 3
  //   patch to status.url of a composite that has no such field yet     nothing
  //
  // In a composed resource the observed value replaces what is desired, be it of the base,
  // of an earlier step or of an earlier patch: the patch would have replaced that, too. An
  // object is kept as a whole. What is desired of the composite already stays, because
  // another patch has written it in this pipeline. A path with a wildcard keeps nothing,
  // and nor does the environment, which has no observed state. The rule is ours.
  absl::Status Keep(const Patch& patch);

 private:
  absl::StatusOr<const Value*> From(Endpoint endpoint);
  absl::StatusOr<Value*> To(Endpoint endpoint);
  // Applies a patch, and tells the observer.
  absl::Status Observed(const Patch& patch, const Value* from);
  absl::Status Write(const Patch& patch, const Value& from, Value& to);
};

}  // namespace loom
