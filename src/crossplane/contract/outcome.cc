// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/outcome.h"

#include <iterator>

namespace loom {
namespace {

// The table. Add a condition here.
constexpr ConditionType kTypes[] = {
    {.name = "ReferencesResolved"},
    {.name = "ExpressionsResolved"},
    {.name = "ProviderConfigApplied", .has_subject = true},
    {.name = "DependenciesReady"},
    {.name = "ExternalIdentityValid"},
    {.name = "ConnectionDetailsReady", .silent = true},
    {.name = "ResourcesReady", .silent = true},
};
constexpr ConditionType kOther = {};

}  // namespace

size_t OrderOfCondition(absl::string_view type) {
  size_t at = 0;
  while (at < std::size(kTypes) && kTypes[at].name != type) ++at;
  return at;
}

const ConditionType& ConditionTypeOf(absl::string_view type) {
  size_t at = OrderOfCondition(type);
  return at < std::size(kTypes) ? kTypes[at] : kOther;
}

}  // namespace loom
