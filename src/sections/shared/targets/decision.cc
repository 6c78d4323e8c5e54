// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/decision.h"

#include <algorithm>
#include <set>
#include <utility>

#include "sections/shared/values_from/object_resolver.h"

namespace loom {
namespace {

bool IsScalar(const Value& value) {
  return !value.IsObject() && !value.IsArray();
}

bool HoldsScalars(const Value& value) {
  return IsScalar(value) ||
         (value.IsArray() && std::all_of(value.Begin(), value.End(), IsScalar));
}

bool IsSetThere(const Value* value) {
  return value != nullptr && IsSet(*value);
}

}  // namespace

Keep KeptBefore(Resolve resolve, const FieldState& field) {
  if (field.deleting) return KeptWithoutValue(field);
  if (resolve == Resolve::kAlways) return Keep::kNothing;
  if (IsSetThere(field.desired)) return Keep::kDesired;
  if (IsSetThere(field.observed) && HoldsScalars(*field.observed)) {
    return Keep::kObserved;
  }
  return Keep::kNothing;
}

Keep KeptWithoutValue(const FieldState& field) {
  if (IsSetThere(field.desired)) return Keep::kDesired;
  return IsSetThere(field.observed) ? Keep::kObserved : Keep::kNothing;
}

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for) {
  std::vector<std::vector<std::string>> cycles;
  std::set<std::string> visited;
  for (const auto& [start, unused] : waits_for) {
    std::vector<std::string> way;
    std::set<std::string> on_way;
    std::string at = start;
    while (waits_for.contains(at) && visited.insert(at).second) {
      way.push_back(at);
      on_way.insert(at);
      at = waits_for.at(at);
    }
    if (!on_way.contains(at)) continue;
    way.erase(way.begin(), std::find(way.begin(), way.end(), at));
    std::rotate(way.begin(), std::min_element(way.begin(), way.end()),
                way.end());
    cycles.push_back(std::move(way));
  }
  return cycles;
}

}  // namespace loom
