// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/found_prerequisite.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "data/value/budget.h"
#include "sections/dependencies/dependency.h"
#include "sections/dependencies/usages.h"
#include "sections/shared/templates/for_each.h"

namespace loom {
namespace {

// Whether the observed details have all keys, and none is empty.
absl::StatusOr<bool> HasKeys(const std::vector<std::string>& keys,
                             absl::string_view name, Call& call) {
  if (keys.empty()) return true;
  LOOM_ASSIGN_OR_RETURN(const ObservedDetails details,
                        call.composed.DetailsOf(name));
  std::set<absl::string_view> there;
  for (const auto& [key, value] : details) {
    if (!value.empty()) there.insert(key);
  }
  for (const std::string& key : Each(keys, call.pool)) {
    if (!there.contains(key)) return false;
  }
  return true;
}

absl::StatusOr<bool> Holds(const Prerequisite& prerequisite,
                           absl::string_view name, ReadyState& ready,
                           Call& call) {
  bool holds = false;
  if (prerequisite.condition.is_ready()) {
    LOOM_ASSIGN_OR_RETURN(const Judgement judgement, ready.Of(name));
    holds = judgement.ready;
  } else {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
    LOOM_ASSIGN_OR_RETURN(holds,
                          prerequisite.condition.Holds(*observed, call.pool));
  }
  if (!holds) return false;
  return HasKeys(prerequisite.keys, name, call);
}

absl::StatusOr<bool> IsUsage(absl::string_view name, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* object, call.composed.Observed(name));
  if (object == nullptr) {
    LOOM_ASSIGN_OR_RETURN(object, call.composed.Desired(name));
  }
  return object != nullptr && IsUsage(*object);
}

// Returns the resources that a template with forEach or with a condition renders, and
// those that it rendered before and that still exist.
absl::StatusOr<std::vector<absl::string_view>> ExpandedNames(
    absl::string_view name, Call& call) {
  std::vector<absl::string_view> names = *MadeBy(name, call);
  const absl::string_view own = call.NameOf(name);
  const std::vector<absl::string_view> observed = call.composed.ObservedNames();
  for (absl::string_view each : observed) {
    LOOM_ASSIGN_OR_RETURN(const Value* object, call.composed.Observed(each));
    if (each == own || IsItemOf(*object, name)) names.push_back(each);
  }
  SortUnique(&names);
  return names;
}

// Reports whether a template rendered the resource earlier, but not in this call: a
// Usage may name it, and nothing waits for it.
bool IsLeaving(const NamePattern& pattern, absl::string_view name, Call& call) {
  const auto* made = pattern.is_name() ? MadeBy(pattern.text(), call) : nullptr;
  return made != nullptr &&
         !std::binary_search(made->begin(), made->end(), name);
}

// Adds the templates that may later render a resource that the pattern names.
absl::Status AddPendingLoops(const NamePattern& pattern, const Names& matching,
                             const Names& loops,
                             std::vector<FoundResource>* resources,
                             Call& call) {
  if (loops.empty()) return absl::OkStatus();
  if (pattern.is_name() &&
      (!matching.empty() || MadeBy(pattern.text(), call) != nullptr)) {
    return absl::OkStatus();
  }
  for (absl::string_view loop : loops) {
    if (std::binary_search(matching.begin(), matching.end(), loop)) continue;
    LOOM_ASSIGN_OR_RETURN(
        const bool may_make,
        pattern.MayMatchFrom(absl::StrCat(loop, "-"), call.pool));
    if (may_make) resources->push_back({.name = loop, .may_make = true});
  }
  if (resources->size() == matching.size()) return absl::OkStatus();
  std::sort(resources->begin(), resources->end(),
            [](const FoundResource& a, const FoundResource& b) {
              return a.name < b.name;
            });
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<absl::string_view>> MatchingNames(
    const NamePattern& pattern, const std::vector<absl::string_view>& names,
    Call& call) {
  std::vector<absl::string_view> matching;
  if (pattern.is_name() && MadeBy(pattern.text(), call) != nullptr) {
    return ExpandedNames(pattern.text(), call);
  }
  if (pattern.is_name()) {
    auto found = std::lower_bound(names.begin(), names.end(), pattern.text());
    if (found != names.end() && *found == pattern.text()) {
      matching.push_back(*found);
    }
    return matching;
  }
  for (absl::string_view name : names) {
    LOOM_ASSIGN_OR_RETURN(bool matches, pattern.Matches(name, call.pool));
    if (!matches) continue;
    LOOM_ASSIGN_OR_RETURN(bool is_usage, IsUsage(name, call));
    if (!is_usage) matching.push_back(name);
  }
  return matching;
}

const FoundResource* FoundResources::Find(absl::string_view name) const {
  const auto found = std::lower_bound(
      list.begin(), list.end(), name,
      [](const FoundResource& a, absl::string_view b) { return a.name < b; });
  return found != list.end() && found->name == name ? &*found : nullptr;
}

absl::StatusOr<FoundResources> FindResources(const Prerequisite& prerequisite,
                                             const KnownNames& names,
                                             ReadyState& ready, Call& call) {
  const NamePattern& pattern = *prerequisite.resource;
  LOOM_ASSIGN_OR_RETURN(const Names matching,
                        MatchingNames(pattern, names.known, call));
  FoundResources found;
  found.of_template =
      pattern.is_name() && MadeBy(pattern.text(), call) != nullptr;
  for (absl::string_view name : matching) {
    FoundResource& resource = found.list.emplace_back();
    resource.name = name;
    resource.observed = call.composed.IsObserved(name);
    if (!resource.observed) continue;
    if (IsLeaving(pattern, name, call)) {
      resource.holds = true;
      continue;
    }
    LOOM_ASSIGN_OR_RETURN(resource.holds,
                          Holds(prerequisite, name, ready, call));
  }
  LOOM_RETURN_IF_ERROR(AddPendingLoops(pattern, matching, names.pending_loops,
                                       &found.list, call));
  return found;
}

absl::StatusOr<FoundObject> FindObject(const Prerequisite& prerequisite,
                                       const WantedKind& kind,
                                       AccessPolicies policies,
                                       ReadyState& ready, Call& call,
                                       Outcome* outcome) {
  const OutsideObject& wanted = prerequisite.object;
  LOOM_ASSIGN_OR_RETURN(Found found,
                        FindNamedObject(kind,
                                        {.name = wanted.name,
                                         .ns = wanted.ns,
                                         .ns_is_fixed = !wanted.ns.empty()},
                                        policies, call, outcome));
  FoundObject object{.pending = found.state == LookupState::kPending,
                     .missing = found.is_missing()};
  if (found.state == LookupState::kFailed && !object.missing) {
    object.refusal = std::move(found.failure.cause);
  }
  if (found.state != LookupState::kFound) return object;
  if (prerequisite.condition.is_ready()) {
    LOOM_ASSIGN_OR_RETURN(const Judgement judgement,
                          ready.OfObject(found.object()));
    object.holds = judgement.ready;
  } else {
    LOOM_ASSIGN_OR_RETURN(
        object.holds, prerequisite.condition.Holds(found.object(), call.pool));
  }
  return object;
}

DependencyGroups::DependencyGroups(Names dependents, Pool* pool) : pool_(pool) {
  groups_.push_back({.dependents = CountMade(std::move(dependents), pool)});
}

void DependencyGroups::Add(const FoundResources& found) {
  Names names;
  for (const FoundResource& resource : found.list) {
    if (!resource.may_make) names.push_back(resource.name);
  }
  names = CountMade(std::move(names), pool_);
  DependencyGroup& all = groups_.front();
  if (found.of_template) {
    Names others;
    std::set_difference(all.dependents.begin(), all.dependents.end(),
                        names.begin(), names.end(), std::back_inserter(others));
    if (others.size() < all.dependents.size()) {
      groups_.push_back(
          {CountMade(std::move(others), pool_), std::move(names)});
      return;
    }
  }
  all.prerequisites.insert(all.prerequisites.end(), names.begin(), names.end());
}

std::vector<DependencyGroup> DependencyGroups::Finish() && {
  SortUnique(&groups_.front().prerequisites);
  return std::move(groups_);
}

}  // namespace loom
