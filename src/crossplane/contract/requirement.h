// SPDX-License-Identifier: Apache-2.0
// A requirement is an object, or a set of objects, that Crossplane is to send
// with the next call, under a key that the step chooses.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "base/errors.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

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

// The key of a requirement. It spells out what is required, so equal requirements have
// one key, and no answer to another question passes for the answer to this one:
// Crossplane 2.4 and later send what a step required in the last reconcile with the
// first call of the next one. The Go functions name the index of an entry or its
// `into`, under which the old answer would be taken for the new one.
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

// RequiredResources gives a section access to the required resources of a call:
// the objects that Crossplane sent because a requirement asked for them.
// crossplane/call/required_state.h implements this interface.

class RequiredResources {
 public:
  virtual ~RequiredResources() = default;

  // The objects that were sent for the requirement with that key. nullopt: it
  // has not been answered yet. An empty list: it has been answered, and no
  // object matches. InvalidArgument: the bytes are not objects.
  virtual absl::StatusOr<std::optional<std::vector<const Value*>>> Answer(
      absl::string_view key) = 0;
  // An object of the answer to that key for the caller to keep and to change, with the
  // fields of the mask at least.
  virtual absl::StatusOr<Value> Own(absl::string_view key, const Value& object,
                                    const FieldMask& mask) = 0;
};

// Asked is what a section asks Crossplane for in one round: its requirements,
// and for each entry of the section the key under which the answer arrives.

struct Asked {
  Requirements requirements;
  // One element for each entry of the section. nullopt: the entry gets no
  // objects.
  std::vector<std::optional<std::string>> keys;
  // The entries that ask for nothing because an expression of theirs is pending, by
  // their index, and what it lacks.
  std::map<size_t, absl::Status> pending;
  // The error of the first entry that failed. The requirements of the other
  // entries are complete nevertheless, so that they stay the same from round to
  // round.
  absl::Status failed;

  // Whether every requirement has been answered.
  absl::StatusOr<bool> Answered(RequiredResources& required) const {
    for (const auto& [key, requirement] : requirements) {
      LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(key));
      if (!answer.has_value()) return false;
    }
    return true;
  }
};

}  // namespace loom
