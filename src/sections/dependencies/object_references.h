// SPDX-License-Identifier: Apache-2.0
// ObjectReferences are what an Object of provider-kubernetes says that it depends
// on. The provider applies its manifest only while all of them exist, on the control
// plane, and lets none of them be deleted before the Object.
//
//   spec:
//     references:
//     - dependsOn:
//         apiVersion: sql.example.org/v1
//         kind: Database
//         name: d-1
//         namespace: team-a        # of namespaced kinds
//
//   std::vector<ObjectReference> references = {{.api_version = "sql.example.org/v1",
//                                                .kind = "Database",
//                                                .name = "d-1",
//                                                .ns = "team-a"}};
//   LOOM_RETURN_IF_ERROR(AddReferences(references, object, pool));
//
// References that are there stay, and the same one is not added twice. They have no
// defaults, because the provider fills in none when it runs.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "data/value/value.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/shared/values_from/object_source.h"

namespace loom {
// The texts have to outlive the object that they are written to.
struct ObjectReference {
  absl::string_view api_version;
  absl::string_view kind;
  absl::string_view name;
  absl::string_view ns;  // "": none
};

// Why an object cannot have references; "" if it can:
//   spec is not an object
//   spec.references is not a list
absl::string_view CannotRefer(const Value& object);

// Adds to spec.references of an object that can have them; it is made if it is
// missing. An error is one of the account of the call.
absl::Status AddReferences(const std::vector<ObjectReference>& references,
                           Value& object, Pool* pool);

// Those that an Object has. Whatever is none of its shape is left out.
std::vector<ObjectReference> ReferencesIn(const Value& object, Pool* pool);

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
// of the Object. The call that makes the Object or adds the reference reports it, and
// no call while the Object is withheld, which would repeat it on each reconcile.

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
