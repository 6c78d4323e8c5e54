// SPDX-License-Identifier: Apache-2.0
// ObjectReferences are the dependencies of an Object of provider-kubernetes, in its
// field spec.references[].dependsOn. The provider applies its manifest only while all
// of them exist on the control plane, and prevents their deletion before that of the
// Object.
//
// Existing references stay, and the same reference is not added twice. They have no
// defaults, because the provider sets none when it runs.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"

namespace loom {
// The strings must outlive the object that they are written to.
struct ObjectReference {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view name;
  absl::string_view ns;  // "": none
};

// Returns why an object cannot have references, such as "spec is not an object"; "" if
// it can.
absl::string_view CannotRefer(const Value& object);

// Adds to spec.references, which is created if it is missing. The object must be able
// to have references. An error comes from the account of the call.
void AddReferences(const std::vector<ObjectReference>& references,
                   Value& object, Pool* pool);

// Returns the references of an Object. Entries of another shape are left out.
std::vector<ObjectReference> ReferencesIn(const Value& object, Pool* pool);

// ObjectReferrer collects the dependencies of an Object of provider-kubernetes, and
// writes them into the desired Object:
//
//   a composed resource   by its observed name and namespace
//   an object outside     as the author named it; the default namespace is that of the
//   the composite         composite, if its kind is namespaced
//
// While a composed resource is not observed, an existing Object keeps all its
// references, because Crossplane deletes what is no longer desired.
//
// The provider looks for them on the control plane. So each new reference to a kind of
// Kubernetes causes a Warning, because such an object is more often meant on the
// cluster of the Object. Only the call that creates the Object or adds the reference
// reports it. No call does so while the Object is withheld, because that would repeat
// the Warning on each reconcile.
class ObjectReferrer {
 public:
  // All must outlive this object.
  ObjectReferrer(absl::string_view object, absl::string_view composite_ns,
                 Call& call, std::vector<Result>* warnings)
      : object_(object),
        composite_ns_(composite_ns),
        call_(call),
        warnings_(*warnings) {}

  // Errors, here and below, come from the request and the account of the call.
  absl::Status Add(const FoundResources& resources);
  void Add(const OutsideObject& object, const WantedKind& kind);

  // Writes the references. Returns why the desired Object cannot have them
  // (CannotRefer); "": they are written.
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
