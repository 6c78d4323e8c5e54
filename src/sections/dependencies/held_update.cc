// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/held_update.h"

#include <string>
#include <utility>
#include <vector>

#include "base/errors.h"
#include "crossplane/objects/applied_object.h"
#include "crossplane/objects/covers.h"
#include "crossplane/objects/object.h"
#include "data/value/object.h"

namespace loom {
namespace {

bool IsPartOfSpec(absl::string_view name) {
  return name != "apiVersion" && name != "kind" && name != "metadata" &&
         name != "status";
}

// Returns whether the status, or its Ready condition, is of an earlier generation.
bool IsOutdated(const Value& observed) {
  const Value* generation = Dig(observed, {"metadata", "generation"});
  if (generation == nullptr || !generation->IsInt64()) return false;
  auto is_older = [&](const Value* seen) {
    return seen != nullptr && seen->IsInt64() &&
           seen->GetInt64() < generation->GetInt64();
  };
  if (is_older(Dig(observed, {"status", "observedGeneration"}))) return true;
  for (const Value& each : ItemsAt(observed, {"status", "conditions"})) {
    if (!each.IsObject() || TextAt(each, {"type"}) != "Ready") continue;
    if (is_older(Find(each, "observedGeneration"))) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<bool> IsAsDesired(const Value& desired, const Value& observed,
                                 Pool* pool) {
  for (const Member& member : Members(desired)) {
    const absl::string_view name = View(member.name);
    if (!IsPartOfSpec(name)) continue;
    LOOM_ASSIGN_OR_RETURN(const bool covers, CoversField(Find(observed, name),
                                                         member.value, pool));
    if (!covers) return false;
  }
  return true;
}

absl::StatusOr<FoundResources> OnlyUpdated(const FoundResources& found,
                                           Call& call) {
  FoundResources updated = found;
  for (FoundResource& each : updated.list) {
    if (!each.holds) continue;
    LOOM_ASSIGN_OR_RETURN(const Value* desired,
                          call.composed.Desired(each.name));
    if (desired == nullptr) continue;  // it leaves
    LOOM_ASSIGN_OR_RETURN(const Value* observed,
                          call.composed.Observed(each.name));
    LOOM_ASSIGN_OR_RETURN(each.holds,
                          IsAsDesired(*desired, *observed, call.pool));
    each.holds &= !IsOutdated(*observed);
  }
  return updated;
}

absl::StatusOr<std::optional<Value>> SpecToKeep(const Value& desired,
                                                const Value& observed,
                                                Pool* pool) {
  if (ApiVersion(desired) != ApiVersion(observed) ||
      Kind(desired) != Kind(observed)) {
    return std::nullopt;
  }
  LOOM_ASSIGN_OR_RETURN(Value applied, AppliedObject(observed, pool));
  LOOM_ASSIGN_OR_RETURN(const bool adds_nothing,
                        IsAsDesired(desired, observed, pool));
  LOOM_ASSIGN_OR_RETURN(const bool drops_nothing,
                        IsAsDesired(applied, desired, pool));
  if (adds_nothing && drops_nothing) return std::nullopt;
  Value spec = Object();
  for (const Member& member : Members(applied)) {
    if (!IsPartOfSpec(View(member.name))) continue;
    Set(spec, pool->Keep(View(member.name)), MakeCopy(member.value, pool),
        pool);
  }
  return spec;
}

void KeepSpec(Value spec, Value& desired, Pool* pool) {
  // Erasing a member moves the names of others.
  std::vector<std::string> dropped;
  for (const Member& member : Members(desired)) {
    const absl::string_view name = View(member.name);
    if (IsPartOfSpec(name) && Find(spec, name) == nullptr) {
      dropped.emplace_back(name);
    }
  }
  for (const std::string& name : dropped) Erase(desired, name, pool);
  for (const Member& member : Members(spec)) {
    Set(desired, pool->Keep(View(member.name)), Copy(member.value, pool), pool);
  }
}

}  // namespace loom
