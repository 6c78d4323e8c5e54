// SPDX-License-Identifier: Apache-2.0
// A requirement is an object, or a set of objects, that Crossplane shall send
// along with the next call, under a key of our choice.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace loom {

struct Requirement {
  std::string api_version;
  std::string kind;
  // Absent: cluster-scoped, or in all namespaces.
  std::optional<std::string> ns;
  // Either a name, or labels that all have to match.
  std::optional<std::string> name;
  std::map<std::string, std::string> labels;
};

// What a call asks for, by key, in the order of the keys.
using Requirements = std::map<std::string, Requirement>;

// The OpenAPI schema of a kind, which Crossplane 2.1 and later can send, too.
struct SchemaRequirement {
  std::string api_version;
  std::string kind;
};

// The schemas that a call asks for, by key, in the order of the keys.
using SchemaRequirements = std::map<std::string, SchemaRequirement>;

// The key of a requirement of ours: it says what is asked for, so requirements
// that are equal share one.
//   obj:v1/ConfigMap/team-a/settings        by name
//   obj:v1/Namespace//team-a                cluster-scoped
//   list:v1/ConfigMap/team-a/app=x,tier=db  by labels, sorted
std::string CanonicalKey(const Requirement& requirement);

}  // namespace loom
