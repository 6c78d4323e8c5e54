// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/usages.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "crossplane/objects/object.h"
#include "data/value/budget.h"

namespace loom {
namespace {

// The steps of a Usage: its names are digested, and its tree is made.
constexpr uint64_t kUsagesSteps = 600;
// The memory of a pair that is noted, beside its name.
constexpr size_t kBytesOfAPair = 300;

}  // namespace

absl::Status Usages::Add(const std::vector<absl::string_view>& dependents,
                         const FoundResources& prerequisites,
                         UsageVersion version,
                         std::vector<std::string>* refused) {
  for (absl::string_view dependent : dependents) {
    LOOM_RETURN_IF_ERROR(Spend(1 + prerequisites.list.size(), call_.pool));
    if (!call_.composed.IsObserved(dependent)) continue;
    if (prerequisites.Except(dependent)) continue;
    for (const FoundResource& prerequisite : prerequisites.list) {
      if (!prerequisite.observed || prerequisite.name == dependent) continue;
      LOOM_RETURN_IF_ERROR(
          Note({dependent, prerequisite.name}, version, refused));
    }
  }
  return absl::OkStatus();
}

absl::Status Usages::Note(const Key& key, UsageVersion version,
                          std::vector<std::string>* refused) {
  const auto& [dependent, prerequisite] = key;
  LOOM_RETURN_IF_ERROR(Spend(kUsagesSteps, call_.pool));
  LOOM_ASSIGN_OR_RETURN(const Value* by, call_.composed.Observed(dependent));
  LOOM_ASSIGN_OR_RETURN(const Value* of, call_.composed.Observed(prerequisite));
  if (IsUsage(*by) || IsUsage(*of)) return absl::OkStatus();
  const UsagePair pair{.of = *of, .by = *by};
  LOOM_RETURN_IF_ERROR(Spend(2 * Writing(Name(*of).size() + Kind(*of).size() +
                                         Name(*by).size() + Kind(*by).size()),
                             call_.pool));
  if (!CanBeUsage(pair, version)) {
    std::string text =
        absl::StrCat(dependent, ": usageVersion v1 has no Usage for ",
                     Namespace(*of).empty() ? dependent : prerequisite,
                     ", which is namespaced");
    LOOM_RETURN_IF_ERROR(Charge(text.size(), call_.pool));
    refused->push_back(std::move(text));
    return absl::OkStatus();
  }
  LOOM_RETURN_IF_ERROR(Charge(kBytesOfAPair, call_.pool));
  const absl::string_view name = call_.pool->Keep(UsageName(pair));
  noted_.push_back({key, pair, version, name});
  by_name_[name].try_emplace(key, pair);
  return absl::OkStatus();
}

absl::StatusOr<Usages::Key> Usages::Keeper(
    absl::string_view name, const std::map<Key, UsagePair>& pairs) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
  for (const auto& [key, pair] : pairs) {
    const bool keeps = observed != nullptr
                           ? IsUsageOf(*observed, pair)
                           : !call_.composed.IsObserved(OwnUsageName(pair));
    if (keeps) return key;
  }
  return Key();
}

absl::Status Usages::Compose(absl::string_view ignore_label) {
  LOOM_RETURN_IF_ERROR(Spend(Sorting(noted_.size()), call_.pool));
  std::map<absl::string_view, Key> keepers;
  for (const auto& [name, pairs] : by_name_) {
    LOOM_ASSIGN_OR_RETURN(keepers[name], Keeper(name, pairs));
  }
  for (const Noted& noted : noted_) {
    const absl::string_view name =
        keepers[noted.name] == noted.key
            ? noted.name
            : call_.pool->Keep(OwnUsageName(noted.pair));
    Value usage =
        MakeUsage(noted.pair, noted.version, name, ignore_label, call_.pool);
    LOOM_RETURN_IF_ERROR(Charge(usage, call_.pool));
    LOOM_RETURN_IF_ERROR(
        call_.composed.SetDesired(name, std::move(usage), Ready::kTrue));
  }
  return absl::OkStatus();
}

}  // namespace loom
