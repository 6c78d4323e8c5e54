// SPDX-License-Identifier: Apache-2.0
// A Settlement processes the entries of `dependencies` in one call, one after the
// other. Resources are withheld only at the end, because a resource that one entry
// withholds is still desired for the others. In an incomplete call, it only requests
// objects.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "sections/dependencies/dependencies.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/dependencies/gate.h"
#include "sections/dependencies/usages.h"
#include "sections/shared/readiness_checks/ready_state.h"

namespace loom {

// A resource that matches an entry, and is desired or withheld.
struct Dependent {
  absl::string_view name;
  const Value* object = nullptr;  // the desired one; nullptr: it is withheld
  bool observed = false;
  bool refers = false;  // an Object that gets references
};

class Settlement {
 public:
  // All must outlive this object.
  Settlement(const DependencyPlan& plan, const KnownNames& names, Call& call,
             Outcome* outcome)
      : plan_(plan),
        names_(names),
        policies_{call.access, plan.access.get()},
        call_(call),
        outcome_(*outcome),
        ready_(*plan.readiness, plan.templates, &call),
        usages_(call) {}

  // Processes the entry with this number. `when` is the value of its `when`. Returns
  // its dependents and prerequisites. Errors come from the request and the account of
  // the call.
  absl::StatusOr<std::vector<DependencyGroup>> Settle(
      const Dependency& dependency, const WhenSays& when, size_t order);
  // Withholds waiting resources, makes the Usages, and sets the conditions.
  absl::Status Finish();

 private:
  absl::StatusOr<std::vector<Dependent>> FindDependents(
      const Dependency& dependency, const Names& names);
  absl::Status SettleResources(const Dependency& dependency,
                               const Prerequisite& prerequisite,
                               const std::vector<Dependent>& dependents,
                               const FoundResources& found);
  absl::Status SettleObject(const Dependency& dependency,
                            const Prerequisite& prerequisite,
                            const std::vector<Dependent>& dependents);
  absl::Status AddUsagesOf(const Dependency& dependency,
                           const Names& dependents,
                           const FoundResources& found);
  // Tells an observer which of them the dependent waits for.
  void TellWaits(absl::string_view dependent,
                 const FoundResources& found) const;
  // Tells an observer whether a dependent has to wait for the prerequisite.
  void TellGate(const Dependency& dependency, const Prerequisite& prerequisite,
                bool holds) const;
  // Withholds the dependents that may have to wait.
  absl::Status HoldPending(const Dependency& dependency,
                           const absl::Status& why,
                           const std::vector<Dependent>& dependents);
  // Notes that an observed dependent keeps its spec.
  absl::Status HoldUpdate(const Dependent& dependent, absl::string_view why,
                          absl::string_view reason,
                          const Dependency& dependency);
  absl::Status KeepSpecs();
  absl::Status Refer(const Dependency& dependency, const Dependent& dependent);

  // Returns the kind of an object outside the composite, for a dependent.
  absl::StatusOr<WantedKind> KindFor(const OutsideObject& outside,
                                     const Dependent& dependent);
  // Returns a name that the author may have meant instead of one that does not exist.
  std::string Suggestion(const Prerequisite& prerequisite);
  void Hold(absl::string_view dependent, Wait wait,
            const Dependency& dependency);
  void Withhold(absl::string_view dependent, absl::string_view why,
                const Dependency& dependency);
  void Say(Wait wait);

  const DependencyPlan& plan_;
  const KnownNames& names_;
  const std::vector<const AccessPolicy*> policies_;
  Call& call_;
  Outcome& outcome_;
  ReadyState ready_;
  Usages usages_;
  size_t order_ = 0;
  size_t suggestions_ = 0;
  bool active_ = false;
  std::map<absl::string_view, WithheldResource> withheld_;
  // The observed dependents that keep their specs, with the entry that says so first.
  struct Held {
    std::string place;
    size_t index = 0;
    Value spec;
  };
  std::map<absl::string_view, Held> held_;
  // The warnings of each Object, which are reported if it is not withheld.
  std::map<absl::string_view, std::vector<Result>> warnings_;
  // The found prerequisites of the current entry.
  std::vector<FoundResources> found_;
};

}  // namespace loom
