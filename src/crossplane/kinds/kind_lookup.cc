// SPDX-License-Identifier: Apache-2.0
#include "crossplane/kinds/kind_lookup.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "crossplane/kinds/definition.h"

namespace loom {
namespace {

KindFound Failed(absl::string_view reason, std::string cause) {
  return {.state = LookupState::kFailed,
          .failure = {.reason = reason, .cause = std::move(cause)}};
}

std::vector<std::string> DefinitionNames(const NamedKind& name) {
  std::vector<std::string> names =
      name.resource.empty() ? PluralCandidates(name.kind)
                            : std::vector<std::string>{name.resource};
  for (std::string& plural : names) absl::StrAppend(&plural, ".", name.group);
  return names;
}

// A definition that was found, with its name.
struct Candidate {
  std::string name;
  Definition definition;
};

// Returns the installed definitions; nullopt if one of them is not answered yet.
absl::StatusOr<std::optional<std::vector<Candidate>>> Answers(
    const std::vector<std::string>& names, RequiredResources& required,
    Pool* pool) {
  std::vector<Candidate> found;
  bool pending = false;
  for (const std::string& name : names) {
    LOOM_ASSIGN_OR_RETURN(auto answer, required.Answer(DefinitionKey(name)));
    pending |= !answer.has_value();
    if (!answer.has_value() || answer->empty()) continue;
    LOOM_ASSIGN_OR_RETURN(Definition definition,
                          Definition::Read(*answer->front(), pool));
    if (definition.installed) found.push_back({name, std::move(definition)});
  }
  if (pending) return std::nullopt;
  return found;
}

KindFound Checked(const NamedKind& name, const Candidate& found) {
  const Definition& definition = found.definition;
  KindFound result;
  if (!name.kind.empty() && definition.kind != name.kind) {
    result = Failed(reasons::kInvalid,
                    absl::StrCat(found.name, " is the definition of ",
                                 definition.kind, ", not of ", name.kind));
  } else if (!definition.Serves(name.version)) {
    result = Failed(
        reasons::kVersionNotServed,
        absl::StrCat("version ", name.version, " is not served, served: ",
                     absl::StrJoin(definition.served, ", ")));
  } else {
    result.state = LookupState::kFound;
  }
  result.kind = {.group = name.group,
                 .resource = found.name.substr(
                     0, found.name.size() - name.group.size() - 1),
                 .kind = definition.kind,
                 .scope = definition.scope};
  return result;
}

}  // namespace

absl::StatusOr<KindFound> LookUpKind(const NamedKind& name,
                                     const std::optional<KnownKind>& known,
                                     RequiredResources& required, Pool* pool,
                                     Requirements* asked) {
  if (known.has_value()) {
    return KindFound{.state = LookupState::kFound, .kind = *known};
  }
  const std::vector<std::string> names = DefinitionNames(name);
  for (const std::string& definition : names) {
    asked->emplace(DefinitionKey(definition),
                   DefinitionRequirement(definition));
  }
  LOOM_ASSIGN_OR_RETURN(auto found, Answers(names, required, pool));
  if (!found.has_value()) return KindFound();
  // Among several candidates, use the one with this kind.
  for (const Candidate& candidate : *found) {
    if (name.kind.empty() || candidate.definition.kind == name.kind) {
      return Checked(name, candidate);
    }
  }
  if (!name.resource.empty() && !found->empty()) {
    return Checked(name, found->front());
  }
  const bool is_resource = !name.kind.empty() && name.resource.empty() &&
                           absl::ascii_islower(name.kind[0]);
  return Failed(
      reasons::kNotInstalled,
      absl::StrCat("custom resource definition ", names.front(),
                   " is not installed",
                   is_resource ? "; a kind begins with a capital letter" : ""));
}

}  // namespace loom
