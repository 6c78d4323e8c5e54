// SPDX-License-Identifier: Apache-2.0
// AskFor requests the objects that a reference reads, if it may read them. Objects that
// it may not read are not requested.
//
//   WantedObjects wanted{.kind = kind, .api_version = "v1", .ns = "infra",
//                        .name = "common"};
//   LOOM_ASSIGN_OR_RETURN(Answered answered,
//                         AskFor(wanted, policies, call, &asked));
//
// The objects that are found are checked by their own namespaces: if the input declares
// a namespaced kind cluster-scoped (crossplane/kinds/kinds.h), objects of other
// namespaces are refused, too.
//
// Objects are requested in every round, even if they are already there, so that the
// requirements of a call stay the same.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/requirement.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"

namespace loom {

struct WantedObjects {
  const KnownKind& kind;
  std::string api_version;
  // "": a cluster-scoped kind, or all namespaces.
  std::string ns = {};
  // Whether the author of the input wrote the namespace.
  bool ns_is_fixed = true;
  // One object by name, the objects that have all these labels, or all objects.
  std::string name = {};
  std::map<std::string, std::string> labels = {};
  bool all = false;
};

struct Answered {
  // Why the objects may not be read (AccessPolicy::Refusal); "": they may.
  absl::string_view refusal = "";
  // nullopt: the objects are not there yet, or may not be read.
  std::optional<std::vector<const Value*>> objects = std::nullopt;
};

// Adds a requirement to `asked`, and returns its answer. An error comes from the
// request or the account of the call.
absl::StatusOr<Answered> AskFor(const WantedObjects& wanted,
                                AccessPolicies policies, Call& call,
                                Requirements* asked);

// Returns why an existing object may not be read, checked by its own kind and
// namespace; "" if it may. `ns_is_fixed`: the author of the input wrote the namespace.
absl::StatusOr<absl::string_view> RefusalOfObject(const Value& object,
                                                  bool ns_is_fixed,
                                                  AccessPolicies policies,
                                                  Call& call);

}  // namespace loom
