// SPDX-License-Identifier: Apache-2.0
// A FoundPrerequisite is what one element of dependsOn is in one call: the composed
// resources that it names, or an object outside of the composite, and whether its
// conditions hold for each of them.
//
//   FindResources(prerequisite, names, ready, call)
//       {{.name = "node-0", .observed = true, .holds = true},
//        {.name = "node-1", .observed = true, .holds = false}}
//   FindObject(prerequisite, kind, policies, ready, call, &asked)
//
// What the dependents make of it is in gate.h.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "call/call.h"
#include "dependency/dependency.h"
#include "readystate/ready_state.h"
#include "source/named_object.h"

namespace loom {

struct FoundResource {
  absl::string_view name;
  bool observed = false;
  bool holds = false;  // never if it is not observed
};

struct FoundObject {
  bool pending = false;  // it is asked for, and not answered yet
  bool missing = false;
  bool holds = false;
  std::string refusal = {};  // why it cannot be asked for; "": it can
};

// The composed resources among `names`, which are sorted. Usages are left out,
// because they order deletion and nothing depends on them. Errors, here and below,
// are those of the request and of the account of the call.
absl::StatusOr<std::vector<FoundResource>> FindResources(
    const Prerequisite& prerequisite,
    const std::vector<absl::string_view>& names, ReadyState& ready, Call& call);

// The object outside of the composite. Adds requirements to `asked`.
absl::StatusOr<FoundObject> FindObject(const Prerequisite& prerequisite,
                                       const WantedKind& kind,
                                       AccessPolicies policies,
                                       ReadyState& ready, Call& call,
                                       Requirements* asked);

// The names that the pattern matches, except for those of Usages.
absl::StatusOr<std::vector<absl::string_view>> MatchingNames(
    const NamePattern& pattern, const std::vector<absl::string_view>& names,
    Call& call);

}  // namespace loom
