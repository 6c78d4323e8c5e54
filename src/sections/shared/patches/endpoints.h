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
  // Whether the section itself reports to the observer what its patches write.
  bool quiet = false;

  // Applies a patch. The errors are those of Patch::Apply.
  absl::Status Apply(const Patch& patch);

  // Keeps the field that a patch would write while an expression of the patch or of one
  // of its transforms is pending. The field gets its observed value, because Crossplane
  // deletes a field that is no longer desired.
  //
  //   patch to spec.size of a resource that is observed with size 3     spec.size: 3
  //   the same, in a template whose base has the size 1                 spec.size: 3
  //   patch to status.url of a composite that has no such field yet     nothing
  //
  // In a composed resource, the observed value replaces the desired one, whether that
  // comes from the base, an earlier step or an earlier patch: the patch would also
  // have replaced it. An object is kept as a whole. In the composite, a desired value
  // stays, because another patch of this pipeline has written it. A path with a
  // wildcard keeps nothing. The environment has no observed state, so nothing is kept
  // there, either. The rule is ours.
  absl::Status Keep(const Patch& patch);

 private:
  absl::StatusOr<const Value*> From(Endpoint endpoint);
  absl::StatusOr<Value*> To(Endpoint endpoint);
  // Applies a patch, and reports it to the observer.
  absl::Status Observed(const Patch& patch, const Value* from);
  absl::Status KeepElements(const Patch& patch, const Value& source);
  absl::Status Write(const Patch& patch, const Value& from, Value& to);
};

}  // namespace loom
