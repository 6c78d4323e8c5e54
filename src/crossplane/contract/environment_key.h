// SPDX-License-Identifier: Apache-2.0
// The environment is a value in the pipeline's context, under the key kEnvironmentKey.
// Crossplane defined the key; function-environment-configs,
// function-patch-and-transform and this function share it. Like a Kubernetes object,
// the environment has an apiVersion (internal.crossplane.io/v1alpha1) and a kind
// (Environment), because Crossplane's rule for patched objects also applies to it
// (CheckIdentity). All other fields come from configs and patches.
#pragma once

#include <algorithm>

#include "absl/strings/string_view.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"
#include "data/value/value.h"

namespace loom {

inline constexpr absl::string_view kEnvironmentKey =
    "apiextensions.crossplane.io/environment";

// Returns whether the environment has an apiVersion or a kind that is a
// non-empty string. Returns false if the apiVersion has more than one slash.
inline bool HasIdentity(const Value& environment) {
  absl::string_view version = ApiVersion(environment);
  bool malformed = std::count(version.begin(), version.end(), '/') > 1;
  return !malformed && !(version.empty() && Kind(environment).empty());
}

// Sets the apiVersion and kind named above if HasIdentity is false.
inline void EnsureIdentity(Value& environment, Pool* pool) {
  if (HasIdentity(environment)) return;
  Set(environment, "apiVersion", Borrow("internal.crossplane.io/v1alpha1"),
      pool);
  Set(environment, "kind", Borrow("Environment"), pool);
}

}  // namespace loom
