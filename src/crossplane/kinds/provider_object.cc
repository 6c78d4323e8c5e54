// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/provider_object.h"

#include "crossplane/objects/object.h"

namespace loom {
namespace {

constexpr absl::string_view kClusterGroup = "kubernetes.crossplane.io";
constexpr absl::string_view kNamespacedGroup = "kubernetes.m.crossplane.io";

}  // namespace

bool IsProviderObject(const Value& object) {
  const absl::string_view group = GroupOf(ApiVersion(object));
  return Kind(object) == "Object" &&
         (group == kClusterGroup || group == kNamespacedGroup);
}

const Value* ManifestOf(const Value& object) {
  const Value* manifest = Dig(object, {"spec", "forProvider", "manifest"});
  return manifest != nullptr && manifest->IsObject() ? manifest : nullptr;
}

bool IsNamespacedObjectGroup(absl::string_view api_version) {
  return GroupOf(api_version) == kNamespacedGroup;
}

absl::string_view DefaultObjectApiVersion(const Value& dependent,
                                          const Value& composite) {
  if (IsProviderObject(dependent)) return ApiVersion(dependent);
  return Namespace(composite).empty() ? "kubernetes.crossplane.io/v1alpha2"
                                      : "kubernetes.m.crossplane.io/v1alpha1";
}

}  // namespace loom
