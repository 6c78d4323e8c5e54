// SPDX-License-Identifier: Apache-2.0
// AskFor asks for the objects that a reference reads, if it may read them. What is
// not allowed is not asked for.
//
//   WantedObjects wanted{.kind = kind, .api_version = "v1", .ns = "infra",
//                        .name = "common"};
//   LOOM_ASSIGN_OR_RETURN(Answered answered,
//                         AskFor(wanted, policies, call, &asked));
//
// What was found is judged by its own namespace: where the input says that a namespaced
// kind is cluster-scoped (crossplane/kinds/kinds.h), objects of other namespaces are refused, too.
//
// They are asked for in every round, also when they are there, so that what a call
// asks for stays the same.
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
  // One object by its name, or those that have all these labels, or all.
  std::string name = {};
  std::map<std::string, std::string> labels = {};
  bool all = false;
};

struct Answered {
  // Why they may not be read (AccessPolicy::Refusal); "": they may.
  absl::string_view refusal = "";
  // nullopt: they are not there yet, or may not be read.
  std::optional<std::vector<const Value*>> objects = std::nullopt;
};

// Adds a requirement to `asked`. An error is one of the request or of the account
// of the call.
absl::StatusOr<Answered> AskFor(const WantedObjects& wanted,
                                AccessPolicies policies, Call& call,
                                Requirements* asked);

// Why an object that is there may not be read, judged by its own kind and namespace; ""
// if it may. `ns_is_fixed`: the author of the input wrote the namespace.
absl::StatusOr<absl::string_view> RefusalOfObject(const Value& object,
                                                  bool ns_is_fixed,
                                                  AccessPolicies policies,
                                                  Call& call);

}  // namespace loom
