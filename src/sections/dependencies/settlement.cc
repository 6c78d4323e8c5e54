// SPDX-License-Identifier: Apache-2.0
//
// How it works. An entry names dependents and prerequisites by patterns. For each
// entry, the matching dependents are found first. Then each prerequisite is looked for,
// either among the resources of the composite, or as an object of the cluster, which
// has to be requested. A gate (gate.h) judges every pair of a dependent and a
// prerequisite: it passes, or the dependent waits for a reason.
//
// Entries are judged against the same state, so nothing is withheld while they are
// read. The waiting dependents are collected, and Finish withholds all of them at once.
// An observed resource is never withheld, because that would delete it.
#include "sections/dependencies/settlement.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/limits.h"
#include "base/redacted_message.h"
#include "base/strings.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/kinds/provider_object.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"
#include "sections/dependencies/found_prerequisite.h"
#include "sections/dependencies/held_update.h"
#include "sections/dependencies/object_references.h"

namespace loom {
namespace {

// Reports whether an entry may have made the message about the dependent: it names one
// of the prerequisites.
bool MayReport(const Dependency& dependency, absl::string_view dependent,
               absl::string_view message, Call& call) {
  auto is_named = [message](const Prerequisite& prerequisite) {
    return absl::StrContains(message, prerequisite.resource.has_value()
                                          ? prerequisite.resource->text()
                                          : prerequisite.object.name);
  };
  return dependency.resource
             .Matches(dependent, call.expansions.TemplateOf(dependent),
                      call.pool)
             .value_or(false) &&
         std::any_of(dependency.depends_on.begin(), dependency.depends_on.end(),
                     is_named);
}

}  // namespace

absl::StatusOr<std::vector<DependencyGroup>> Settlement::Settle(
    const Dependency& dependency, const WhenSays& when, size_t order) {
  order_ = order;
  const bool applies = !when.ok() || *when;
  LOOM_ASSIGN_OR_RETURN(const Names names, MatchingNames(dependency.resource,
                                                         names_.known, call_));
  DependencyGroups groups(names, call_.pool);
  std::vector<Dependent> dependents;
  if (applies) {
    LOOM_ASSIGN_OR_RETURN(dependents, FindDependents(dependency, names));
  }
  if (!when.ok() && !call_.incomplete) {
    LOOM_RETURN_IF_ERROR(HoldPending(dependency, when.status(), dependents));
  }
  found_.assign(dependency.depends_on.size(), {});
  for (size_t i = 0; i < found_.size(); ++i) {
    const Prerequisite& prerequisite = dependency.depends_on[i];
    if (!prerequisite.resource.has_value()) {
      LOOM_RETURN_IF_ERROR(SettleObject(dependency, prerequisite, dependents));
      continue;
    }
    if (call_.incomplete || (!applies && !prerequisite.has_usage)) continue;
    LOOM_ASSIGN_OR_RETURN(found_[i],
                          FindResources(prerequisite, names_, ready_, call_));
    groups.Add(found_[i]);
    LOOM_RETURN_IF_ERROR(
        SettleResources(dependency, prerequisite, dependents, found_[i]));
    if (!prerequisite.has_usage) continue;
    LOOM_RETURN_IF_ERROR(AddUsagesOf(dependency, names, found_[i]));
  }
  for (const Dependent& dependent : dependents) {
    if (dependent.refers && !call_.incomplete) {
      LOOM_RETURN_IF_ERROR(Refer(dependency, dependent));
    }
  }
  return std::move(groups).Finish();
}

absl::StatusOr<std::vector<Dependent>> Settlement::FindDependents(
    const Dependency& dependency, const Names& names) {
  std::vector<Dependent> dependents;
  for (absl::string_view name : names) {
    if (!std::binary_search(names_.wanted.begin(), names_.wanted.end(), name)) {
      continue;
    }
    Dependent& dependent = dependents.emplace_back();
    dependent.name = name;
    dependent.observed = call_.composed.IsObserved(name);
    LOOM_ASSIGN_OR_RETURN(dependent.object, call_.composed.Desired(name));
    dependent.refers = dependency.refers && dependent.object != nullptr &&
                       IsProviderObject(*dependent.object);
    active_ |= dependent.object != nullptr;
  }
  return dependents;
}

absl::Status Settlement::HoldPending(const Dependency& dependency,
                                     const absl::Status& why,
                                     const std::vector<Dependent>& dependents) {
  bool wanted = false;
  const std::string text = MessageOf(why, call_.pool->redacted());
  for (const Dependent& dependent : dependents) {
    if (dependent.object == nullptr) continue;
    wanted = true;
    if (!dependent.observed) {
      Withhold(dependent.name, text, dependency);
    } else if (dependency.holds_updates) {
      LOOM_RETURN_IF_ERROR(
          HoldUpdate(dependent, text, reasons::kWaiting, dependency));
    }
  }
  // A resource that no step desires does not count as missing.
  if (!wanted) return absl::OkStatus();
  outcome_.not_ready = true;
  Remark remark = PendingExpression(dependency.resource.text(), why,
                                    call_.pool->redacted());
  remark.order = order_;
  outcome_.Add(std::move(remark));
  return absl::OkStatus();
}

absl::Status Settlement::SettleResources(
    const Dependency& dependency, const Prerequisite& prerequisite,
    const std::vector<Dependent>& dependents, const FoundResources& found) {
  std::string suggestion;
  if (found.list.empty() && !dependents.empty()) {
    suggestion = Suggestion(prerequisite);
  }
  // A template with an empty list or a false condition intentionally renders nothing.
  const bool ignores = dependency.ignores_missing ||
                       MadeBy(prerequisite.resource->text(), call_) != nullptr;
  const bool holds = dependency.holds_updates && !dependents.empty();
  FoundResources updated;
  if (holds) {
    LOOM_ASSIGN_OR_RETURN(updated, OnlyUpdated(found, call_));
  }
  const ResourceGate update_gate(prerequisite, updated, ignores, suggestion);
  const ResourceGate gate(prerequisite, found, ignores, std::move(suggestion));
  for (const Dependent& dependent : dependents) {
    if (dependent.object == nullptr) continue;
    if (dependent.observed) {
      if (!holds) continue;
      std::optional<Wait> wait =
          update_gate.Judge(dependent.name, ResourceGate::Wants::kConditions);
      TellGate(dependency, prerequisite, !wait.has_value());
      if (!wait.has_value()) continue;
      LOOM_RETURN_IF_ERROR(
          HoldUpdate(dependent, wait->text, wait->reason, dependency));
      TellWaits(dependent.name, updated);
      continue;
    }
    if (!dependency.delays && !dependency.refers) continue;
    const bool waits = dependency.delays || !dependent.refers;
    std::optional<Wait> wait =
        gate.Judge(dependent.name, waits ? ResourceGate::Wants::kConditions
                                         : ResourceGate::Wants::kObserved);
    TellGate(dependency, prerequisite, !wait.has_value());
    if (!wait.has_value()) continue;
    Hold(dependent.name, *std::move(wait), dependency);
    TellWaits(dependent.name, found);
  }
  return absl::OkStatus();
}

void Settlement::TellWaits(absl::string_view dependent,
                           const FoundResources& found) const {
  if (call_.observer == nullptr) return;
  for (const FoundResource& each : found.list) {
    if (!each.holds) call_.observer->Waits(dependent, each.name);
  }
}

absl::Status Settlement::HoldUpdate(const Dependent& dependent,
                                    absl::string_view why,
                                    absl::string_view reason,
                                    const Dependency& dependency) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed,
                        call_.composed.Observed(dependent.name));
  LOOM_ASSIGN_OR_RETURN(std::optional<Value> spec,
                        SpecToKeep(*dependent.object, *observed, call_.pool));
  if (!spec.has_value()) return absl::OkStatus();
  held_.try_emplace(dependent.name,
                    Held{dependency.place, order_, *std::move(spec)});
  outcome_.not_ready = true;
  Say({reason, absl::StrCat(dependent.name, ": keeps its spec, ", why)});
  return absl::OkStatus();
}

absl::Status Settlement::KeepSpecs() {
  for (auto& [name, held] : held_) {
    LOOM_ASSIGN_OR_RETURN(Value * object, call_.composed.Change(name));
    if (object == nullptr) continue;
    if (call_.observer != nullptr) {
      LOOM_ASSIGN_OR_RETURN(const Value* observed,
                            call_.composed.Observed(name));
      call_.observer->EntryBegan(held.place, held.index);
      for (const Member& member : Members(held.spec)) {
        const Segment segment = Segment::Field(View(member.name));
        call_.observer->Wrote({.holder = FieldUse::Holder::kComposed,
                               .name = name,
                               .object = observed,
                               .path = absl::MakeConstSpan(&segment, 1)});
      }
    }
    KeepSpec(std::move(held.spec), *object, call_.pool);
  }
  return absl::OkStatus();
}

absl::Status Settlement::SettleObject(
    const Dependency& dependency, const Prerequisite& prerequisite,
    const std::vector<Dependent>& dependents) {
  if (!dependency.NeedsObjects()) return absl::OkStatus();
  // For each kind that it has for one of the dependents.
  std::map<std::string, FoundObject> found;
  for (const Dependent& dependent : dependents) {
    if (dependent.observed && !dependency.holds_updates) continue;
    if (!dependency.delays && dependent.refers) continue;
    LOOM_ASSIGN_OR_RETURN(const WantedKind kind,
                          KindFor(prerequisite.object, dependent));
    auto [entry, added] = found.try_emplace(kind.name.ApiVersion());
    if (added) {
      LOOM_ASSIGN_OR_RETURN(
          entry->second,
          FindObject(prerequisite, kind, policies_, ready_, call_, &outcome_));
    }
    if (call_.incomplete || outcome_.waits || dependent.object == nullptr) {
      continue;
    }
    std::optional<Wait> wait =
        JudgeObject(prerequisite, kind.name.kind, entry->second,
                    dependency.ignores_missing);
    TellGate(dependency, prerequisite, !wait.has_value());
    if (!wait.has_value()) continue;
    if (dependent.observed) {
      LOOM_RETURN_IF_ERROR(
          HoldUpdate(dependent, wait->text, wait->reason, dependency));
    } else {
      Hold(dependent.name, *std::move(wait), dependency);
    }
  }
  return absl::OkStatus();
}

void Settlement::TellGate(const Dependency& dependency,
                          const Prerequisite& prerequisite, bool holds) const {
  if (call_.observer == nullptr) return;
  const size_t index = &prerequisite - dependency.depends_on.data();
  call_.observer->Tested(
      absl::StrCat(dependency.place, ".dependsOn[", index, "]"), holds);
}

absl::StatusOr<WantedKind> Settlement::KindFor(const OutsideObject& outside,
                                               const Dependent& dependent) {
  WantedKind wanted{.name = outside.kind};
  if (wanted.name.version.empty()) {
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
    const Value none;
    const Value* object =
        dependent.object == nullptr ? &none : dependent.object;
    wanted.name =
        NamedKind::Of(DefaultObjectApiVersion(*object, *composite), "Object");
  }
  wanted.known = plan_.kinds->Find(wanted.name, call_.pool);
  return wanted;
}

std::string Settlement::Suggestion(const Prerequisite& prerequisite) {
  constexpr size_t kLongest = 63;
  const NamePattern& pattern = *prerequisite.resource;
  if (!pattern.is_name() || pattern.text().size() > kLongest ||
      ++suggestions_ > limits::kErrors) {
    return std::string();
  }
  return NearestName(pattern.text(), names_.known, call_.pool);
}

absl::Status Settlement::AddUsagesOf(const Dependency& dependency,
                                     const Names& dependents,
                                     const FoundResources& found) {
  std::vector<std::string> refused;
  LOOM_RETURN_IF_ERROR(
      usages_.Add(dependents, found, dependency.usage_version, &refused));
  for (std::string& text : refused) {
    Say({reasons::kInvalidDependency, std::move(text)});
  }
  return absl::OkStatus();
}

absl::Status Settlement::Refer(const Dependency& dependency,
                               const Dependent& dependent) {
  LOOM_ASSIGN_OR_RETURN(const Value* composite, call_.composite.Observed());
  ObjectReferrer referrer(dependent.name, Namespace(*composite), call_,
                          &warnings_[dependent.name]);
  for (size_t i = 0; i < dependency.depends_on.size(); ++i) {
    const Prerequisite& prerequisite = dependency.depends_on[i];
    if (prerequisite.resource.has_value()) {
      LOOM_RETURN_IF_ERROR(referrer.Add(found_[i]));
    } else {
      LOOM_ASSIGN_OR_RETURN(const WantedKind kind,
                            KindFor(prerequisite.object, dependent));
      referrer.Add(prerequisite.object, kind);
    }
  }
  LOOM_ASSIGN_OR_RETURN(const absl::string_view refusal, referrer.Write());
  if (refusal.empty()) return absl::OkStatus();
  Wait wait{reasons::kInvalidDependency, std::string(refusal)};
  if (!dependent.observed) {
    Hold(dependent.name, std::move(wait), dependency);
  } else {
    wait.text = absl::StrCat(dependent.name, ": ", wait.text);
    Say(std::move(wait));
  }
  return absl::OkStatus();
}

void Settlement::Hold(absl::string_view dependent, Wait wait,
                      const Dependency& dependency) {
  Withhold(dependent, wait.text, dependency);
  wait.text = absl::StrCat(dependent, ": ", wait.text);
  Say(std::move(wait));
}

void Settlement::Withhold(absl::string_view dependent, absl::string_view why,
                          const Dependency& dependency) {
  auto [entry, is_first] = withheld_.try_emplace(dependent);
  WithheldResource& withheld = entry->second;
  if (is_first) withheld = {dependent, "", dependency.place};
  absl::StrAppend(&withheld.why, is_first ? "" : "; ",
                  CountMade(std::string(why), call_.pool));
}

void Settlement::Say(Wait wait) {
  outcome_.Add(Remark{.type = std::string(kDependenciesReady),
                      .status = ConditionStatus::kFalse,
                      .reason = std::string(wait.reason),
                      .text = std::move(wait.text),
                      .order = order_});
}

absl::Status Settlement::Finish() {
  LOOM_RETURN_IF_ERROR(KeepSpecs());
  LOOM_RETURN_IF_ERROR(usages_.Compose(plan_.ignore_label));
  for (auto& [name, warnings] : warnings_) {
    if (withheld_.contains(name)) continue;
    std::move(warnings.begin(), warnings.end(),
              std::back_inserter(outcome_.results));
  }
  for (auto& [name, withheld] : withheld_) {
    outcome_.withheld.push_back(std::move(withheld));
  }
  outcome_.Add(
      Remark{.type = std::string(kDependenciesReady),
             .reason = "Satisfied",
             .idle = !active_,
             .is_about = [&plan = plan_, &call = call_](
                             absl::string_view name, absl::string_view entry) {
               return std::any_of(plan.list.begin(), plan.list.end(),
                                  [&](const Dependency& each) {
                                    return MayReport(each, name, entry, call);
                                  });
             }});
  if (plan_.has_when) outcome_.Add(ExpressionsResolved());
  return absl::OkStatus();
}

}  // namespace loom
