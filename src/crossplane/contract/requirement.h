// SPDX-License-Identifier: Apache-2.0
// Requirement describes an object or a set of objects that Crossplane should send with
// the next call, under a key that the step chooses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {
struct Requirement {
  std::string api_version;
  std::string kind;
  // nullopt: the object is cluster-scoped, or all namespaces are searched.
  std::optional<std::string> ns;
  // Either `name` is set, or all of `labels` must match.
  std::optional<std::string> name;
  std::map<std::string, std::string> labels;
};

using Requirements = std::map<std::string, Requirement>;

// A schema requirement asks for the OpenAPI schema of a kind. Crossplane answers it
// since version 2.1.
struct SchemaRequirement {
  std::string api_version;
  std::string kind;
};

using SchemaRequirements = std::map<std::string, SchemaRequirement>;

// Returns the key of a requirement. The key contains the whole requirement, so equal
// requirements have the same key, and the answer to another requirement is never taken
// for the answer to this one. This matters since Crossplane 2.4, which sends the
// objects that a step required in the last reconcile with the first call of the next
// one. The Go functions use the index of an entry or its `into` as the key, under which
// an old answer would be taken for the new one.
//
//   obj:v1/ConfigMap/team-a/settings        by name
//   obj:v1/Namespace//team-a                cluster-scoped
//   list:v1/ConfigMap/team-a/app=x,tier=db  by labels, sorted
inline std::string CanonicalKey(const Requirement& requirement) {
  const bool by_name = requirement.name.has_value();
  std::string key = absl::StrCat(
      by_name ? "obj:" : "list:", requirement.api_version, "/",
      requirement.kind, "/",
      requirement.ns.has_value() ? absl::string_view(*requirement.ns) : "", "/",
      by_name ? absl::string_view(*requirement.name) : "");
  if (!by_name) {
    key += absl::StrJoin(requirement.labels, ",", absl::PairFormatter("="));
  }
  return key;
}

// RequiredResources gives a section access to the objects that Crossplane sent in
// answer to requirements. crossplane/call/required_state.h implements this interface.
class RequiredResources {
 public:
  virtual ~RequiredResources() = default;

  // Returns the objects that were sent for the requirement with that key. Returns
  // nullopt if the requirement has not been answered yet, and an empty list if no
  // object matches it. InvalidArgument: the bytes are not objects.
  virtual absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) = 0;
};

}  // namespace loom
