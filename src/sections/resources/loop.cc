// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/loop.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "crossplane/call/call_variables.h"
#include "sections/resources/template_renderer.h"

namespace loom {
namespace {

// Returns the number of observed items of the template that would be lost with its
// list. Resources that an earlier step desires are not lost.
absl::StatusOr<size_t> CountLost(absl::string_view name, Call& call) {
  const std::vector<absl::string_view> names = call.composed.ObservedNames();
  size_t count = 0;
  for (absl::string_view each : names) {
    if (call.composed.CameDesired(each)) continue;
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(each));
    count += IsItemOf(*observed, name) ? 1 : 0;
  }
  return count;
}

absl::Status Wait(const Template& the_template, const absl::Status& why,
                  Call& call, Outcome* outcome) {
  const std::string& name = the_template.name;
  LOOM_ASSIGN_OR_RETURN(const size_t lost, CountLost(name, call));
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

// `by` has the name of the item, too. A key may be a value of a Secret, and so may the
// name.
absl::Status NameIsTaken(const Template& the_template, const Instance& item,
                         absl::string_view by) {
  const std::string who = absl::StrCat("item ", item.item->index, " has ");
  return AnnotatePlace(
      Harmless(
          absl::FailedPreconditionError(absl::StrCat(
              who, "the name \"", item.name, "\", which ", by, " also has")),
          absl::StrCat(who, "a name that ", by, " also has")),
      the_template.for_each->place());
}

// An item would replace a resource that an earlier step desires, unless that is an item
// of a template with this name, too. A template without base changes it on purpose.
absl::Status CheckEarlier(const Template& the_template, const Instance& item,
                          Call& call) {
  if (the_template.base == nullptr || !call.composed.CameDesired(item.name)) {
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(const Value* earlier, call.composed.Desired(item.name));
  if (earlier == nullptr || IsItemOf(*earlier, the_template.name)) {
    return absl::OkStatus();
  }
  return NameIsTaken(the_template, item, "a resource of an earlier step");
}

}  // namespace

absl::Status RenderLoop(const Template& the_template, const OwnTemplates& own,
                        const Rules& rules, Call& call, Outcome* outcome) {
  absl::StatusOr<std::vector<LoopItem>> items =
      the_template.for_each->Items(call, call.expansions.size());
  if (IsPending(items.status())) {
    return Wait(the_template, items.status(), call, outcome);
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
  std::vector<absl::string_view> made;
  for (const LoopItem& item : *items) {
    const absl::string_view name =
        call.pool->Keep(absl::StrCat(the_template.name, "-", item.key));
    absl::Status earlier = CheckEarlier(the_template, {name, &item}, call);
    if (EndsCall(earlier)) return earlier;
    LOOM_ASSIGN_OR_RETURN(
        const bool wanted,
        TemplateRenderer(the_template, {name, &item}, rules, call, outcome)
            .Render());
    if (wanted) {
      LOOM_RETURN_IF_ERROR(earlier);
      const std::string by = own.MadeBy(name, call.expansions);
      if (!by.empty()) return NameIsTaken(the_template, {name, &item}, by);
    } else if (call.composed.CameDesired(name)) {
      call.expansions.PassOver(name);
    } else {
      continue;
    }
    made.push_back(name);
  }
  call.expansions.Set(the_template.name, std::move(made));
  return absl::OkStatus();
}

}  // namespace loom
