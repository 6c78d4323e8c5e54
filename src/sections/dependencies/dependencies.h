// SPDX-License-Identifier: Apache-2.0
// Dependencies is the section `dependencies` of the native input (dependency.h). In
// each call, for each entry in its order:
//
//   dependents    the desired resources that its pattern matches; without one the
//                 entry has nothing to say
//   when          an entry that it excludes has its Usages left (dependency.h)
//   gate          one that is not observed is withheld until all that it depends on
//                 is there (gate.h); one that is observed stays, whatever becomes of
//                 what it depends on
//   references    of Objects of provider-kubernetes (object_references.h)
//   Usages        for each pair that is observed (usages.h)
//
// What leaves the Composition is decided at the end of the call (withdrawal.h).
//
// Order follows from the pairs alone: if c waits for b, and b for a, then c is created
// last. The composite is not ready while a resource is withheld. The condition
// DependenciesReady is True (Satisfied), or False with what each dependent waits for:
//
//   WaitingForDependencies   config: waiting for db (0 of 1 ready)
//   DependencyMissing        config: dependency db is missing
//   InvalidDependency        config: spec.references is not a list
//   KeptForDependents        db stays until config is gone (withdrawal.h)
//
// If the value of `when` is pending, the condition ExpressionsResolved reports it
// (crossplane/call/call_variables.h), and an error in it is FATAL. All of them are
// evaluated before the first entry is carried out, so that none sees what another
// entry makes.
//
// Resources that depend on each other are an error of the author. Names that are
// known when the input is read are checked then, and what patterns match, or templates
// with forEach make, in a call: it is then FATAL, with the reason DependencyCycle. So it
// is with entries that have a `when`: those that it excludes count with their Usages
// alone, because these could not be deleted in any order.
//
// Conditions and names as in function-sequencer; that a dependent which exists is
// never withheld, that all texts say what is waited for, and the rest are ours.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "crossplane/call/call.h"
#include "crossplane/kinds/access_policy.h"
#include "crossplane/kinds/kinds.h"
#include "language/input/fields.h"
#include "sections/dependencies/dependency.h"
#include "sections/shared/readiness_checks/readiness_rule.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {

// What the section has read of the input.
struct DependencyPlan {
  std::vector<Dependency> list;
  OwnTemplates templates;
  std::shared_ptr<const AccessPolicy> access;
  std::shared_ptr<const Kinds> kinds;
  std::shared_ptr<const ReadinessInput> readiness;
  std::string ignore_label;
  bool has_when = false;
  // Whether cycles have to be looked for in each call.
  bool varies = false;
};

class Dependencies : public Section {
 public:
  explicit Dependencies(DependencyPlan plan) : plan_(std::move(plan)) {}

  // nullptr if the input has no such entries.
  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override;
  void AddReads(Reads* reads) const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  // What `when` of each entry says; none if no entry has one.
  absl::StatusOr<std::vector<WhenSays>> AskWhen(Call& call) const;

  DependencyPlan plan_;
};

}  // namespace loom
