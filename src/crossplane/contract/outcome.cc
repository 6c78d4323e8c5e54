// SPDX-License-Identifier: Apache-2.0
#include "crossplane/contract/outcome.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "crossplane/contract/transition.h"

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

namespace {

ConditionStatus StatusOfAll(const std::vector<Remark>& remarks) {
  for (ConditionStatus status :
       {ConditionStatus::kFalse, ConditionStatus::kUnknown}) {
    if (std::any_of(remarks.begin(), remarks.end(),
                    [&](const Remark& f) { return f.status == status; })) {
      return status;
    }
  }
  return ConditionStatus::kTrue;
}

}  // namespace

std::optional<Condition> ConditionOf(std::vector<Remark> remarks,
                                     const std::optional<Condition>& before) {
  std::stable_sort(
      remarks.begin(), remarks.end(),
      [](const Remark& a, const Remark& b) { return a.order < b.order; });
  const ConditionStatus status = StatusOfAll(remarks);
  auto decides = [&](const Remark& f) { return f.status == status && !f.idle; };
  auto first = std::find_if(remarks.begin(), remarks.end(), decides);
  if (first == remarks.end()) {
    std::optional<Condition> idle = NothingToDo(before, remarks.front().reason);
    if (idle.has_value()) idle->type = remarks.front().type;
    return idle;
  }
  Condition condition{.type = first->type,
                      .status = status,
                      .reason = first->reason,
                      .message = ""};
  std::vector<std::string> texts;
  std::vector<std::string> events;
  for (Remark& remark : remarks) {
    if (remark.status == ConditionStatus::kTrue) continue;
    events.push_back(remark.detail.empty()
                         ? remark.text
                         : absl::StrCat(remark.text, ": ", remark.detail));
    texts.push_back(std::move(remark.text));
  }
  if (!texts.empty()) {
    condition.message = JoinedEntries(std::move(texts));
    condition.event = JoinedEntries(std::move(events));
  }
  return condition;
}

}  // namespace loom
