// SPDX-License-Identifier: Apache-2.0
#include "dependency/usages.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "dependency/usage.h"
#include "resource/object.h"
#include "value/budget.h"

namespace loom {
namespace {

// The steps of a Usage: its name is digested, and its tree is made.
constexpr uint64_t kSteps = 400;

absl::Status AddUsage(absl::string_view dependent,
                      absl::string_view prerequisite,
                      const UsageOptions& options, Call& call,
                      std::vector<std::string>* refused) {
  LOOM_RETURN_IF_ERROR(Spend(kSteps, call.pool));
  LOOM_ASSIGN_OR_RETURN(const Value* by, call.composed.Observed(dependent));
  LOOM_ASSIGN_OR_RETURN(const Value* of, call.composed.Observed(prerequisite));
  if (IsUsage(*by) || IsUsage(*of)) return absl::OkStatus();
  const UsagePair pair{.of = *of, .by = *by};
  LOOM_RETURN_IF_ERROR(Spend(Writing(Name(*of).size() + Kind(*of).size() +
                                     Name(*by).size() + Kind(*by).size()),
                             call.pool));
  if (!CanBeUsage(pair, options.version)) {
    std::string text =
        absl::StrCat(dependent, ": usageVersion v1 has no Usage for ",
                     Namespace(*of).empty() ? dependent : prerequisite,
                     ", which is namespaced");
    LOOM_RETURN_IF_ERROR(Charge(text.size(), call.pool));
    refused->push_back(std::move(text));
    return absl::OkStatus();
  }
  const absl::string_view name = call.pool->Keep(UsageName(pair));
  Value usage =
      MakeUsage(pair, options.version, name, options.ignore_label, call.pool);
  LOOM_RETURN_IF_ERROR(Charge(usage, call.pool));
  call.composed.SetDesired(name, std::move(usage), Ready::kTrue);
  return absl::OkStatus();
}

}  // namespace

absl::Status AddUsages(const std::vector<absl::string_view>& dependents,
                       const FoundResources& prerequisites,
                       const UsageOptions& options, Call& call,
                       std::vector<std::string>* refused) {
  for (absl::string_view dependent : dependents) {
    LOOM_RETURN_IF_ERROR(Spend(1 + prerequisites.list.size(), call.pool));
    if (!call.composed.IsObserved(dependent)) continue;
    if (prerequisites.Except(dependent)) continue;
    for (const FoundResource& prerequisite : prerequisites.list) {
      if (!prerequisite.observed || prerequisite.name == dependent) continue;
      LOOM_RETURN_IF_ERROR(
          AddUsage(dependent, prerequisite.name, options, call, refused));
    }
  }
  return absl::OkStatus();
}

}  // namespace loom
