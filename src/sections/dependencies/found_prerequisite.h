// SPDX-License-Identifier: Apache-2.0
// A FoundPrerequisite is the result of one element of dependsOn in one call: the
// composed resources that it names, or an object outside the composite, and whether its
// conditions hold for each of them. gate.h defines the effect on the dependents.
//
// A template with forEach whose list is not known yet may later render resources that
// the pattern names. Then the template itself is found, as a resource that does not
// exist; but not for the name of an item that another template renders.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "crossplane/call/call.h"
#include "crossplane/call/lookup.h"
#include "sections/dependencies/dependency.h"
#include "sections/shared/readiness_checks/ready_state.h"

namespace loom {
struct FoundResource {
  absl::string_view name;
  bool observed = false;
  bool holds = false;  // never if it is not observed
  // It is a template that may render a named resource, and is not named itself.
  bool may_make = false;
};

struct FoundResources {
  std::vector<FoundResource> list = {};  // sorted by their names
  // Whether the name of their template was given, which means all of them.
  bool of_template = false;

  // Returns nullptr if the name is not among them.
  const FoundResource* Find(absl::string_view name) const;
  // Returns whether a dependent with that name does not depend on them.
  bool Except(absl::string_view name) const {
    return of_template && Find(name) != nullptr;
  }
};

struct FoundObject {
  bool pending = false;  // it is requested, and not answered yet
  bool missing = false;
  bool holds = false;
  std::string refusal = {};  // why it cannot be requested; "": it can
};

// Finds composed resources among the known names. Usages are left out, because they
// order deletion and nothing depends on them. Errors, here and below, come from the
// request and the account of the call.
absl::StatusOr<FoundResources> FindResources(const Prerequisite& prerequisite,
                                             const KnownNames& names,
                                             ReadyState& ready, Call& call);

// Finds the object outside the composite. Adds requirements to the outcome.
absl::StatusOr<FoundObject> FindObject(const Prerequisite& prerequisite,
                                       const WantedKind& kind,
                                       AccessPolicies policies,
                                       ReadyState& ready, Call& call,
                                       Outcome* outcome);

// Returns the names that the pattern matches, except for those of Usages.
absl::StatusOr<std::vector<absl::string_view>> MatchingNames(
    const NamePattern& pattern, const std::vector<absl::string_view>& names,
    Call& call);

// Collects the dependents and prerequisites of one entry in one call, to find cycles
// (CyclesIn). The dependents need everything that is added, except themselves: if net-a
// and net-b are added, which the template net renders, the dependents app and vpc need
// them in a group of their own.
class DependencyGroups {
 public:
  DependencyGroups(Names dependents, Pool* pool);
  void Add(const FoundResources& found);

  std::vector<DependencyGroup> Finish() &&;

 private:
  // The first group has all dependents. Each other one has the dependents of its
  // prerequisites only.
  std::vector<DependencyGroup> groups_;
  Pool* pool_;
};

}  // namespace loom
