// SPDX-License-Identifier: Apache-2.0
// ObjectReferrer gathers what an Object of provider-kubernetes depends on, and writes
// it into the desired Object (object_references.h):
//
//   a composed resource   by the name and the namespace that it is observed with
//   an object outside     as the author named it; without a namespace, by that of the
//   of the composite      composite, if its kind is namespaced
//
// While a composed resource is not observed, an Object that exists keeps all
// references that it has, because Crossplane deletes what is no longer desired.
//
// The provider looks for them on the control plane. So each new reference to a kind
// of Kubernetes gives a Warning: such an object is more often meant on the cluster
// of the Object. It is told in the call that makes the Object or adds the reference, and
// not while the Object is withheld, which would repeat it on each reconcile.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/dependencies/object_references.h"
#include "sections/shared/values_from/named_object.h"

namespace loom {

class ObjectReferrer {
 public:
  // All must outlive this object.
  ObjectReferrer(absl::string_view object, absl::string_view composite_ns,
                 Call& call, std::vector<Result>* warnings)
      : object_(object),
        composite_ns_(composite_ns),
        call_(call),
        warnings_(*warnings) {}

  // Errors, here and below, are those of the request and of the account of the call.
  absl::Status Add(const FoundResources& resources);
  void Add(const OutsideObject& object, const WantedKind& kind);

  // Why the desired Object cannot have them (CannotRefer); "": they are written.
  absl::StatusOr<absl::string_view> Write();

 private:
  void WarnOfControlPlane(const std::vector<ObjectReference>& observed);

  const absl::string_view object_;
  const absl::string_view composite_ns_;
  Call& call_;
  std::vector<Result>& warnings_;
  std::vector<ObjectReference> references_;
  bool complete_ = true;
};

}  // namespace loom
