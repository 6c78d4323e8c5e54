// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/environment_key.h"

#include <algorithm>

#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {

bool HasIdentity(const Value& environment) {
  absl::string_view version = ApiVersion(environment);
  bool malformed = std::count(version.begin(), version.end(), '/') > 1;
  return !malformed && !(version.empty() && Kind(environment).empty());
}

void EnsureIdentity(Value& environment, Pool* pool) {
  if (HasIdentity(environment)) return;
  Set(environment, "apiVersion", Borrow("internal.crossplane.io/v1alpha1"),
      pool);
  Set(environment, "kind", Borrow("Environment"), pool);
}

}  // namespace loom
