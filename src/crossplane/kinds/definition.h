// SPDX-License-Identifier: Apache-2.0
// Definition is what a CustomResourceDefinition says of its kind.
//
//   spec:
//     group: ec2.example.org
//     names: {plural: vpcs, kind: VPC}
//     scope: Cluster                         # or Namespaced
//     versions: [{name: v1, served: true}]
//   status:
//     conditions: [{type: Established, status: "True"}]
//
// A function reads it to learn how a kind is spelt, whether its objects have a
// namespace, and whether a version can be asked for, because Crossplane fails the
// whole reconcile when it is asked for a kind or version that does not exist. The
// name of a definition is always <plural>.<group>. The rules are Kubernetes'.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/kinds.h"
#include "data/value/field_mask.h"
#include "data/value/value.h"

namespace loom {
struct Definition {
  std::string kind;
  Scope scope = Scope::kCluster;
  std::vector<std::string> served;  // the names of versions, sorted
  // Whether the API server serves it: it is established, and is not being deleted. One
  // without a status is from a file, and counts as established.
  bool installed = false;

  bool Serves(absl::string_view version) const;

  // Adds what Read reads.
  static void AddReads(FieldMask* object);

  // What is missing in the object is empty. An object of another kind reads as if
  // all were missing, because a message may quote a definition, but not a Secret.
  // FailedPrecondition: the call has used up its steps (data/value/account.h).
  static absl::StatusOr<Definition> Read(const Value& object, Pool* pool);
};

// The requirement of the definition `vpcs.ec2.example.org`, and its key:
//   crd:vpcs.ec2.example.org
Requirement DefinitionRequirement(absl::string_view name);
std::string DefinitionKey(absl::string_view name);

// PluralCandidates guesses under which names a definition may have a kind, since
// the name of a CustomResourceDefinition is <plural>.<group>. Whoever looks a kind
// up asks for all candidates in one round, and takes the definition that says that
// it is of this kind. One that does not exist costs only an empty answer.
//
//   kind                        candidates
//   Key, Gateway                keys; gateways       a vowel before the y
//   Policy, Proxy               policies; proxies
//   Index                       indices, indexes
//   Address, Box, Batch         addresses; boxes; batches
//   Analysis                    analyses
//   Redis, Metadata, XDNS       redis, redises; metadata, metadataes; …
//   Endpoints                   endpoints
//
// The rules are those of the generators of definitions. Kubernetes' own guess makes
// `ies` of every final y, which is wrong for most kinds with a vowel before it.

std::vector<std::string> PluralCandidates(absl::string_view kind);

}  // namespace loom
