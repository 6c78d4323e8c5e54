// SPDX-License-Identifier: Apache-2.0
// Object is a kind of provider-kubernetes that wraps a manifest for another cluster.
// It exists in two groups:
//
//   kubernetes.crossplane.io/v1alpha2     cluster-scoped
//   kubernetes.m.crossplane.io/v1alpha1   namespaced
//
// An Object may refer to other objects on the control plane. A reference without a
// kind refers to an Object of this apiVersion:
//
//   the referring object             the apiVersion
//   an Object                        its own
//   another object, if the           kubernetes.m.crossplane.io/v1alpha1
//   composite is namespaced
//   another object otherwise         kubernetes.crossplane.io/v1alpha2
//
// provider-kubernetes itself assumes v1alpha1 of its group for all Objects. The rule
// above is ours. It always gives a version that the cluster serves.
#pragma once

#include "absl/strings/string_view.h"
#include "crossplane/objects/object.h"
#include "data/value/value.h"

namespace loom {

inline bool IsProviderObject(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  return Kind(object) == "Object" && (group == "kubernetes.crossplane.io" ||
                                      group == "kubernetes.m.crossplane.io");
}

// Returns the manifest that an Object wraps; nullptr if there is none. The kind is not
// checked: any kind that wraps manifests in the same field is treated alike.
inline const Value* ManifestOf(const Value& object) {
  const Value* manifest = Dig(object, {"spec", "forProvider", "manifest"});
  return manifest != nullptr && manifest->IsObject() ? manifest : nullptr;
}

inline bool IsNamespacedObjectGroup(absl::string_view api_version) {
  return GroupOf(api_version) == "kubernetes.m.crossplane.io";
}

// Returns the apiVersion of an Object to which `dependent`, a resource of `composite`,
// refers without a kind. It lives as long as `dependent`.
inline absl::string_view DefaultObjectApiVersion(const Value& dependent,
                                                 const Value& composite) {
  if (IsProviderObject(dependent)) return ApiVersion(dependent);
  return Namespace(composite).empty() ? "kubernetes.crossplane.io/v1alpha2"
                                      : "kubernetes.m.crossplane.io/v1alpha1";
}

}  // namespace loom
