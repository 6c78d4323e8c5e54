// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/dependencies.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/contract/outcome.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/inferred.h"
#include "sections/dependencies/settlement.h"
#include "sections/shared/ignore_label.h"
#include "sections/shared/templates/for_each.h"

namespace loom {
namespace {

// The limit for comparing the patterns of an input with its names when it is read: a
// fraction of a second. Beyond it, cycles are checked in each call.
constexpr uint64_t kStepsOfReading = 10'000'000;

// Reports whether the names of the entry, or whether it is applied, are known only in a
// call.
bool Varies(const Dependency& dependency, const OwnTemplates& templates) {
  auto varies = [&](const NamePattern& pattern) {
    return !pattern.is_name() || templates.IsOfLoop(pattern.text());
  };
  return dependency.when.has_value() || varies(dependency.resource) ||
         std::any_of(dependency.depends_on.begin(), dependency.depends_on.end(),
                     [&](const Prerequisite& prerequisite) {
                       return prerequisite.resource.has_value() &&
                              varies(*prerequisite.resource);
                     });
}

// Returns the names that the input itself defines.
Names NamesIn(const DependencyPlan& plan) {
  Names names(plan.templates.names().begin(), plan.templates.names().end());
  auto add = [&names](const NamePattern& pattern) {
    if (pattern.is_name()) names.push_back(pattern.text());
  };
  for (const Dependency& dependency : plan.list) {
    add(dependency.resource);
    for (const Prerequisite& prerequisite : dependency.depends_on) {
      if (prerequisite.resource.has_value()) add(*prerequisite.resource);
    }
  }
  SortUnique(&names);
  return names;
}

absl::StatusOr<Names> Matching(const NamePattern& pattern, const Names& names,
                               Pool* pool) {
  Names matching;
  if (pattern.is_name()) {
    if (std::binary_search(names.begin(), names.end(), pattern.text())) {
      matching.emplace_back(pattern.text());
    }
    return matching;
  }
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(bool matches, pattern.Matches(name, pool));
    if (matches) matching.push_back(name);
  }
  return matching;
}

// Returns the dependents and prerequisites that are the same in every call.
absl::StatusOr<std::vector<DependencyGroup>> GroupsIn(
    const DependencyPlan& plan, const Names& names, Pool* pool) {
  std::vector<DependencyGroup> groups;
  for (const Dependency& dependency : plan.list) {
    DependencyGroup& group = groups.emplace_back();
    LOOM_ASSIGN_OR_RETURN(group.dependents,
                          Matching(dependency.resource, names, pool));
    for (const Prerequisite& prerequisite : dependency.depends_on) {
      if (!prerequisite.resource.has_value()) continue;
      if (dependency.when.has_value() && !prerequisite.has_usage) continue;
      LOOM_ASSIGN_OR_RETURN(const Names matching,
                            Matching(*prerequisite.resource, names, pool));
      group.prerequisites.insert(group.prerequisites.end(), matching.begin(),
                                 matching.end());
    }
    SortUnique(&group.prerequisites);
  }
  return groups;
}

void ReportCycles(const DependencyPlan& plan, Fields& input) {
  Pool pool;
  pool.account().Set({.steps = kStepsOfReading});
  const Names names = NamesIn(plan);
  auto groups = GroupsIn(plan, names, &pool);
  if (!groups.ok()) return;
  for (const std::string& cycle : CyclesIn(*groups)) {
    input.at().Problem("dependencies", "cycle " + cycle);
  }
}

absl::Status CheckCycles(const std::vector<DependencyGroup>& groups) {
  const std::vector<std::string> cycles = CyclesIn(groups);
  if (cycles.empty()) return absl::OkStatus();
  return WithFact(Harmless(absl::FailedPreconditionError(
                      "dependencies: cycle " +
                      absl::StrJoin(cycles, "; dependencies: cycle "))),
                  Fact::kReason, "DependencyCycle");
}

}  // namespace

std::unique_ptr<const Section> Dependencies::Parse(Fields& input) {
  DependencyPlan plan;
  for (const Input& entry : input.ListSection("dependencies")) {
    plan.list.push_back(Dependency::Parse(entry));
  }
  plan.access = AccessPolicy::Of(input);
  plan.kinds = Kinds::Of(input);
  if (plan.list.empty()) return nullptr;
  plan.readiness = ReadinessInput::Of(input);
  plan.templates = OwnTemplates::Parse(input.at());
  plan.list = WithInferred(std::move(plan.list), plan.templates, input.at());
  plan.ignore_label = IgnoreLabelKeyOf(input.at());
  plan.has_when = std::any_of(
      plan.list.begin(), plan.list.end(),
      [](const Dependency& dependency) { return dependency.when.has_value(); });
  plan.varies = std::any_of(plan.list.begin(), plan.list.end(),
                            [&](const Dependency& dependency) {
                              return Varies(dependency, plan.templates);
                            });
  ReportCycles(plan, input);
  return std::make_unique<const Dependencies>(std::move(plan));
}

bool Dependencies::asks() const {
  return std::any_of(
      plan_.list.begin(), plan_.list.end(),
      [](const Dependency& dependency) { return dependency.NeedsObjects(); });
}

absl::StatusOr<std::vector<WhenSays>> Dependencies::AskWhen(Call& call) const {
  std::vector<WhenSays> says;
  if (!plan_.has_when) return says;
  CallVariables variables(&call);
  says.assign(plan_.list.size(), true);
  for (size_t i = 0; i < says.size(); ++i) {
    const Dependency& dependency = plan_.list[i];
    if (!dependency.when.has_value()) continue;
    says[i] = dependency.when->Bool(&variables, call.pool);
    if (call.observer != nullptr && says[i].ok()) {
      call.observer->Tested(absl::StrCat(dependency.place, ".when"), *says[i]);
    }
    if (says[i].ok() || IsPending(says[i].status())) continue;
    // It may fail because something is missing: all that might be needed is requested.
    if (!call.incomplete || EndsCall(says[i].status())) return says[i].status();
  }
  return says;
}

absl::Status Dependencies::Run(Call& call, Outcome* outcome) const {
  LOOM_ASSIGN_OR_RETURN(const std::vector<WhenSays> says, AskWhen(call));
  const KnownNames names = KnownNames::Of(plan_.templates, call);
  Settlement settlement(plan_, names, call, outcome);
  const WhenSays always = true;
  std::vector<DependencyGroup> groups;
  for (size_t i = 0; i < plan_.list.size(); ++i) {
    const WhenSays& when = plan_.has_when ? says[i] : always;
    LOOM_ASSIGN_OR_RETURN(std::vector<DependencyGroup> needs,
                          settlement.Settle(plan_.list[i], when, i));
    if (!plan_.varies) continue;
    std::move(needs.begin(), needs.end(), std::back_inserter(groups));
  }
  LOOM_RETURN_IF_ERROR(CheckCycles(groups));
  return settlement.Finish();
}

}  // namespace loom
