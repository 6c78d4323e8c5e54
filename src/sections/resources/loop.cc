// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/loop.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "crossplane/objects/object.h"
#include "sections/resources/computed_names.h"
#include "sections/resources/instance.h"
#include "sections/resources/template_renderer.h"

namespace loom {
namespace {

// Reports whether the observed resource may be an item that another function has made:
// nothing else in this input makes it, and it is of the same kind. Its name does not
// show whether it is.
bool MayBeItem(const Template& the_template, absl::string_view name,
               const Value& observed, const OwnTemplates& own, Call& call) {
  if (!the_template.resource_name.varies() || IsItem(observed)) {
    return false;
  }
  const Value* base = the_template.base;
  if (base != nullptr && !the_template.computes_kind() &&
      !AreOfOneKind(*base, observed)) {
    return false;
  }
  return std::none_of(
      own.names().begin(), own.names().end(),
      [&](const std::string& each) { return call.NameOf(each) == name; });
}

// Returns the number of observed items of the template that would be lost with its
// list. Resources that an earlier step desires are not lost.
absl::StatusOr<size_t> CountLost(const Template& the_template,
                                 const OwnTemplates& own, Call& call) {
  const std::vector<absl::string_view> names = call.composed.ObservedNames();
  size_t count = 0;
  for (absl::string_view each : names) {
    if (call.composed.CameDesired(each)) continue;
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(each));
    const bool is_lost = IsItemOf(*observed, the_template.name) ||
                         MayBeItem(the_template, each, *observed, own, call);
    count += is_lost ? 1 : 0;
  }
  return count;
}

absl::Status Wait(const Template& the_template, const absl::Status& why,
                  const OwnTemplates& own, Call& call, Outcome* outcome) {
  const std::string& name = the_template.name;
  LOOM_ASSIGN_OR_RETURN(const size_t lost, CountLost(the_template, own, call));
  if (lost > 0) {
    return Annotate(WithPlace(absl::FailedPreconditionError(
                                  MessageOf(why, call.pool->redacted())),
                              FactOf(why, Fact::kPlace)),
                    absl::StrCat("the items of ", name,
                                 " are unknown, which would delete ", lost,
                                 lost == 1 ? " resource; to delete it"
                                           : " resources; to delete them",
                                 ", write an empty list"));
  }
  if (call.observer != nullptr) {
    call.observer->Asked({name, the_template.index}, "forEach", why, false);
  }
  outcome->Add(PendingExpression(name, why, call.pool->redacted()));
  outcome->not_ready = true;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<absl::string_view>> RenderItems(
    const Template& the_template, const std::vector<LoopItem>& items,
    const OwnTemplates& own, const Rules& rules, Call& call, Outcome* outcome) {
  const bool varies = the_template.resource_name.varies();
  std::vector<absl::string_view> made;
  std::set<absl::string_view> varying;
  for (const LoopItem& item : items) {
    LOOM_ASSIGN_OR_RETURN(const std::optional<absl::string_view> name,
                          FindName(the_template, &item, call));
    if (!name.has_value()) continue;
    const Instance instance{*name, &item};
    absl::Status taken = CheckName(the_template, instance, own, call);
    if (EndsCall(taken)) return taken;
    LOOM_ASSIGN_OR_RETURN(
        const bool wanted,
        TemplateRenderer(the_template, instance, rules, call, outcome)
            .Render());
    if (wanted) {
      LOOM_RETURN_IF_ERROR(taken);
    } else if (call.composed.CameDesired(*name)) {
      call.expansions.PassOver(*name);
    } else {
      continue;
    }
    if (varies && !varying.insert(*name).second) {
      return NameIsTaken(the_template, instance, "another item");
    }
    if (varies) LOOM_RETURN_IF_ERROR(NoteName(the_template, instance, call));
    made.push_back(*name);
  }
  if (varies) std::sort(made.begin(), made.end());
  return made;
}

}  // namespace

absl::Status RenderLoop(const Template& the_template, const OwnTemplates& own,
                        const Rules& rules, Call& call, Outcome* outcome) {
  absl::StatusOr<std::vector<LoopItem>> items =
      the_template.for_each->Items(call, call.expansions.size());
  if (IsPending(items.status())) {
    return Wait(the_template, items.status(), own, call, outcome);
  }
  LOOM_RETURN_IF_ERROR(items.status());
  if (call.observer != nullptr) {
    call.observer->Listed(
        absl::StrCat("resources[", the_template.index, "].forEach"),
        items->size());
  }
  if (items->empty() && call.observer != nullptr) {
    call.observer->Asked({the_template.name, the_template.index}, "forEach",
                         absl::OkStatus(), false);
  }
  LOOM_ASSIGN_OR_RETURN(
      std::vector<absl::string_view> made,
      RenderItems(the_template, *items, own, rules, call, outcome));
  call.expansions.Set(the_template.name, std::move(made));
  return absl::OkStatus();
}

}  // namespace loom
