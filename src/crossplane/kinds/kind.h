// SPDX-License-Identifier: Apache-2.0
// A kind of objects, as the API server has it: the group in which it is, its name
// in paths (resource) and in manifests (kind), and its scope.
//
//   {.group = "apps", .resource = "deployments", .kind = "Deployment",
//    .scope = Scope::kNamespaced}
//
// The core group is "".
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

enum class Scope { kCluster, kNamespaced };

struct KnownKind {
  std::string group = {};
  std::string resource = {};
  std::string kind = {};
  Scope scope = Scope::kCluster;
  // The versions for which this holds; empty: all of them.
  std::vector<std::string> versions = {};

  bool HasVersion(absl::string_view version) const {
    return versions.empty() || std::find(versions.begin(), versions.end(),
                                         version) != versions.end();
  }
  bool IsSecret() const { return group.empty() && kind == "Secret"; }
};

// A kind as the author of an input names it: by `resource`, by `kind`, or by both.
// The one that was not given is "".
struct NamedKind {
  std::string group = {};
  std::string version = {};
  std::string resource = {};
  std::string kind = {};

  std::string ApiVersion() const {
    return group.empty() ? version : group + "/" + version;
  }
};

}  // namespace loom
