// SPDX-License-Identifier: Apache-2.0
// What is known of Object, the kind of provider-kubernetes that wraps a manifest
// for another cluster. There are two of it:
//
//   kubernetes.crossplane.io/v1alpha2     cluster-scoped
//   kubernetes.m.crossplane.io/v1alpha1   namespaced
//
// An Object may refer to other objects on the control plane. A reference that does
// not say its kind means an Object, of this apiVersion:
//
//   what refers                       the apiVersion
//   an Object                         its own
//   anything else, of a namespaced    kubernetes.m.crossplane.io/v1alpha1
//   composite
//   anything else                     kubernetes.crossplane.io/v1alpha2
//
// provider-kubernetes itself takes v1alpha1 of its group for all Objects. The rule
// above is ours: it always names a version that the cluster serves.
#pragma once

#include "absl/strings/string_view.h"
#include "crossplane/objects/object.h"
#include "data/value/value.h"

namespace loom {

// Whether the object is an Object of either group.
inline bool IsProviderObject(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  return Kind(object) == "Object" && (group == "kubernetes.crossplane.io" ||
                                      group == "kubernetes.m.crossplane.io");
}

// The manifest that an Object wraps; nullptr if there is none. It is looked for in
// other kinds, too, because a kind that wraps manifests in the same place is
// treated alike.
inline const Value* ManifestOf(const Value& object) {
  const Value* manifest = Dig(object, {"spec", "forProvider", "manifest"});
  return manifest != nullptr && manifest->IsObject() ? manifest : nullptr;
}

// Whether Objects of that apiVersion are namespaced:
//   kubernetes.m.crossplane.io/v1alpha1   true
//   kubernetes.crossplane.io/v1alpha2     false
inline bool IsNamespacedObjectGroup(absl::string_view api_version) {
  return GroupOf(api_version) == "kubernetes.m.crossplane.io";
}

// The apiVersion of an Object to which `dependent`, a resource of `composite`,
// refers without saying it. It lives as long as `dependent`.
inline absl::string_view DefaultObjectApiVersion(const Value& dependent,
                                                 const Value& composite) {
  if (IsProviderObject(dependent)) return ApiVersion(dependent);
  return Namespace(composite).empty() ? "kubernetes.crossplane.io/v1alpha2"
                                      : "kubernetes.m.crossplane.io/v1alpha1";
}

}  // namespace loom
