// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/outcome.h"

#include <iterator>
#include <utility>

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

// The text is stored twice, here and in the response.
void Count(size_t bytes, Pool* pool) {
  if (pool != nullptr) pool->account().NoteMade(2 * bytes);
}

}  // namespace

void Outcome::Add(Condition condition) {
  Count(sizeof(Condition) + condition.message.size(), pool_);
  conditions.push_back(std::move(condition));
}

void Outcome::Add(Remark remark) {
  Count(sizeof(Remark) + remark.text.size(), pool_);
  remarks.push_back(std::move(remark));
}

void Outcome::Add(Result result) {
  size_t bytes =
      sizeof(Result) + result.message.size() + result.resource.size();
  for (const std::string& place : result.places) bytes += place.size();
  Count(bytes, pool_);
  results.push_back(std::move(result));
}

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
