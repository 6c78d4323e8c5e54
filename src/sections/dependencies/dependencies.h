// SPDX-License-Identifier: Apache-2.0
// Dependencies is the `dependencies` section of the native input (dependency.h). In
// each call, it processes the entries in order:
//
//   dependents    the desired resources that its pattern matches; without one the
//                 entry has no effect
//   when          a false entry still keeps its Usages (dependency.h)
//   gate          a dependent that is not observed is withheld until all that it
//                 depends on exists (gate.h); an observed one stays, whatever happens
//                 to what it depends on
//   references    of Objects of provider-kubernetes (object_references.h)
//   Usages        for each pair that is observed (usages.h)
//
// Resources that leave the Composition are handled at the end of the call
// (withdrawal.h).
//
// Order follows from the pairs alone: if c waits for b, and b for a, then c is created
// last. The composite is not ready while a resource is withheld. The condition
// DependenciesReady is True (Satisfied), or False with the reason (gate.h) and the
// cause.
//
// If the value of `when` is pending, the ExpressionsResolved condition reports it
// (crossplane/call/call_variables.h); if it fails, the call is FATAL. All of them are
// evaluated before the first entry is processed, so that none sees the effects of
// another entry.
//
// Resources that depend on each other are an error of the author. Names that are known
// when the input is read are checked then. Names from patterns and templates with
// forEach are checked in each call, and a cycle is FATAL with the reason
// DependencyCycle. Entries with `when` are also checked in each call. Entries whose
// `when` is false count only with their Usages, because these could not be deleted in
// any order.
//
// Conditions and names are function-sequencer's. An existing dependent is never
// withheld, all messages name what is waited for, and these rules and the rest are
// ours.
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

struct DependencyPlan {
  std::vector<Dependency> list;
  OwnTemplates templates;
  std::shared_ptr<const AccessPolicy> access;
  std::shared_ptr<const Kinds> kinds;
  std::shared_ptr<const ReadinessInput> readiness;
  std::string ignore_label;
  bool has_when = false;
  // Whether cycles have to be checked in each call.
  bool varies = false;
};

class Dependencies : public Section {
 public:
  explicit Dependencies(DependencyPlan plan) : plan_(std::move(plan)) {}

  static std::unique_ptr<const Section> Parse(Fields& input);

  bool asks() const override;
  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  // Evaluates `when` of each entry; returns an empty list if no entry has one.
  absl::StatusOr<std::vector<WhenSays>> AskWhen(Call& call) const;

  DependencyPlan plan_;
};

}  // namespace loom
