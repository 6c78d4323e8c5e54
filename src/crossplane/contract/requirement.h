// SPDX-License-Identifier: Apache-2.0
// A requirement is an object, or a set of objects, that Crossplane shall send
// with the next call, under a key that the step chooses.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace loom {

struct Requirement {
  std::string api_version;
  std::string kind;
  // nullopt: the object is cluster-scoped, or all namespaces are searched.
  std::optional<std::string> ns;
  // Either `name` is set, or all of `labels` have to match.
  std::optional<std::string> name;
  std::map<std::string, std::string> labels;
};

// The requirements of a call by key, in the order of the keys.
using Requirements = std::map<std::string, Requirement>;

// A schema requirement asks for the OpenAPI schema of a kind. Crossplane 2.1
// and later answer it.
struct SchemaRequirement {
  std::string api_version;
  std::string kind;
};

// The schema requirements of a call by key, in the order of the keys.
using SchemaRequirements = std::map<std::string, SchemaRequirement>;

// The key of a requirement in the native input. It spells out what is required,
// so equal requirements have one key.
//   obj:v1/ConfigMap/team-a/settings        by name
//   obj:v1/Namespace//team-a                cluster-scoped
//   list:v1/ConfigMap/team-a/app=x,tier=db  by labels, sorted
std::string CanonicalKey(const Requirement& requirement);

}  // namespace loom
