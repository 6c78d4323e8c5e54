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
#include "data/value/value.h"

namespace loom {

// Whether the object is an Object of either group.
bool IsProviderObject(const Value& object);

// The manifest that an Object wraps; nullptr if there is none. It is looked for in
// other kinds, too, because a kind that wraps manifests in the same place is
// treated alike.
const Value* ManifestOf(const Value& object);

// Whether Objects of that apiVersion are namespaced:
//   kubernetes.m.crossplane.io/v1alpha1   true
//   kubernetes.crossplane.io/v1alpha2     false
bool IsNamespacedObjectGroup(absl::string_view api_version);

// The apiVersion of an Object to which `dependent`, a resource of `composite`,
// refers without saying it. It lives as long as `dependent`.
absl::string_view DefaultObjectApiVersion(const Value& dependent,
                                          const Value& composite);

}  // namespace loom
