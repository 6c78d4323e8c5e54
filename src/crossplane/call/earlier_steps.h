// SPDX-License-Identifier: Apache-2.0
// EarlierSteps is what the steps of function-loom in one pipeline leave for the later
// ones. The native input reads it at the beginning of a call, and each section adds to
// it. It is a key of the context, which all steps pass on, also those of other
// functions:
//
//   loom.fn.crossplane.io/steps:
//     version: 1
//     kept: [db]                  # observed resources that no step desires, and that a
//                                 # step keeps (sections/dependencies/withdrawal.h)
//     order:                      # why: pairs of the entries of `dependencies`
//     - {resource: app, dependsOn: db}
//     withheld: [gateway]         # resources that wait for something
//     leftOut: [replica]          # templates that make nothing on purpose
//     aliases:                    # resources that keep the name that they had
//     - {name: database, alias: db}
//     conditions:                 # EarlierRemarks; those that are not True
//     - type: ReferencesResolved
//       status: Unknown
//       reason: ReferenceNotFound
//       messages: ["subnet spec.cidr: object not found (…)"]
//       more: 2                   # if not 0
//       known: []                 # if there are any
//       madeAgain: true           # if true
//       announced: true           # if true
//
// The key has names and messages of conditions, and no values of objects. It exists
// only if there is something to leave. Another version, and anything that does not have
// this form, is ignored. Each list has at most limits::kResources elements. If there
// are more, resources are not listed as kept, which later steps then take for desired
// ones. The format is ours.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/context.h"
#include "crossplane/contract/shared_condition.h"
#include "data/value/value.h"

namespace loom {

inline constexpr absl::string_view kStepsKey = "loom.fn.crossplane.io/steps";

class EarlierSteps {
 public:
  // A dependent and its prerequisite, by logical names.
  using Pair = std::pair<absl::string_view, absl::string_view>;

  // Reads the key. Errors, here and below, come from the request and the account of the
  // call.
  absl::Status Read(Context& context, Pool* pool);
  // Returns the name itself if there is no alias.
  absl::string_view AliasOf(absl::string_view name) const {
    auto found = aliases.find(name);
    return found == aliases.end() ? name : found->second;
  }
  // Sets the key, or removes it if nothing is left for later steps.
  absl::Status Write(Context& context, Pool* pool) const;

  // All strings live as long as the call.
  std::vector<absl::string_view> kept;
  std::vector<Pair> order;
  std::set<absl::string_view> withheld;
  std::set<absl::string_view> left_out;
  // The alias by which Crossplane knows a resource, by the name in the input.
  std::map<absl::string_view, absl::string_view> aliases;
  std::map<std::string, EarlierRemarks> conditions;
};

}  // namespace loom
