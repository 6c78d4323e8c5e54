// SPDX-License-Identifier: Apache-2.0
// Definition is the part of a CustomResourceDefinition that describes its kind: names,
// scope, versions and whether it is established. The function reads the definition to
// find the spelling of a kind, whether its objects have a namespace, and which versions
// are served. If the function requests a kind or a version that does not exist,
// Crossplane fails the whole reconcile. The name of a definition is always
// <plural>.<group>. The rules are Kubernetes'.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/value.h"

namespace loom {
struct Definition {
  std::string kind;
  Scope scope = Scope::kCluster;
  std::vector<std::string> served;  // the names of versions, sorted
  // Whether the API server serves the kind: the definition is established and is not
  // being deleted. A definition without a status is from a file, and counts as
  // established.
  bool installed = false;

  bool Serves(absl::string_view version) const;

  // Reads a definition. Missing fields are empty. In an object of another kind, all
  // fields count as missing, because a message may quote a definition but not a Secret.
  // FailedPrecondition: the call has used up its steps (data/value/account.h).
  static absl::StatusOr<Definition> Read(const Value& object, Pool* pool);
};

// Return the requirement for a definition, and its key: crd:vpcs.ec2.example.org
Requirement DefinitionRequirement(absl::string_view name);
std::string DefinitionKey(absl::string_view name);

// Guesses the plural of a kind, because the name of a CustomResourceDefinition is
// <plural>.<group>. To look up a kind, request all candidates in one round, and use the
// definition whose kind matches. A candidate that does not exist costs only an empty
// answer.
//
// The rules are those of the generators of definitions: Gateway is gateways, Policy
// policies, Index indices or indexes. Kubernetes' own guess turns every final y into
// `ies`, which is wrong for most kinds with a vowel before it.
std::vector<std::string> PluralCandidates(absl::string_view kind);

}  // namespace loom
