// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/instance.h"

#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "sections/resources/computed_names.h"

namespace loom {
namespace {

bool IsFalse(const Template& the_template, const LoopItem* item, Call& call) {
  if (!the_template.condition.has_value()) return false;
  CallVariables variables(&call);
  variables.loop = item;
  return !the_template.condition->Bool(&variables, call.pool).value_or(true);
}

constexpr absl::string_view kEarlier = "a resource of an earlier step";

absl::Status CheckEarlier(const Template& the_template,
                          const Instance& instance, Call& call) {
  const bool is_computed = the_template.resource_name.is_computed();
  if (instance.item == nullptr && !is_computed) return absl::OkStatus();
  if (instance.item == nullptr && instance.name != the_template.name &&
      call.composed.CameDesired(the_template.name)) {
    return NameIsTaken(the_template, {.name = the_template.name}, kEarlier);
  }
  if (the_template.base == nullptr ||
      !call.composed.CameDesired(instance.name)) {
    return absl::OkStatus();
  }
  LOOM_ASSIGN_OR_RETURN(const Value* earlier,
                        call.composed.Desired(instance.name));
  if (earlier == nullptr ||
      (instance.item != nullptr && IsItemOf(*earlier, the_template.name))) {
    return absl::OkStatus();
  }
  return NameIsTaken(the_template, instance, kEarlier);
}

}  // namespace

absl::StatusOr<std::optional<absl::string_view>> FindName(
    const Template& the_template, const LoopItem* item, Call& call) {
  absl::StatusOr<absl::string_view> name =
      the_template.resource_name.varies()
          ? NamesOf(call).Find(the_template, item, call)
          : the_template.resource_name.Of(item, call);
  if (name.ok()) return std::optional(*name);
  if (EndsCall(name.status())) return name.status();
  if (IsFalse(the_template, item, call)) {
    return std::optional<absl::string_view>();
  }
  return name.status();
}

absl::Status NoteName(const Template& the_template, const Instance& instance,
                      Call& call) {
  absl::string_view id = the_template.name;
  if (instance.item != nullptr) {
    id = call.pool->Keep(absl::StrCat(id, "-", instance.item->key));
  }
  if (call.names != nullptr) NamesOf(call).Set(id, instance.name);
  call.expansions.SetId(instance.name, the_template.name,
                        instance.item == nullptr ? "" : instance.item->key);
  if (!the_template.resource_name.has_aliases()) return absl::OkStatus();
  LOOM_ASSIGN_OR_RETURN(const absl::string_view name,
                        the_template.resource_name.Of(instance.item, call));
  if (name == instance.name) return absl::OkStatus();
  call.steps.aliases[name] = instance.name;
  if (call.observer != nullptr) call.observer->Adopted(id, name, instance.name);
  return absl::OkStatus();
}

absl::Status CheckName(const Template& the_template, const Instance& instance,
                       const OwnTemplates& own, Call& call) {
  LOOM_RETURN_IF_ERROR(CheckEarlier(the_template, instance, call));
  const std::string by =
      own.MadeBy(instance.name, call.expansions, the_template.index);
  return by.empty() ? absl::OkStatus()
                    : NameIsTaken(the_template, instance, by);
}

// A key may be a value of a Secret, and so may the name.
absl::Status NameIsTaken(const Template& the_template, const Instance& instance,
                         absl::string_view by) {
  const std::string who =
      instance.item == nullptr
          ? ""
          : absl::StrCat("item ", instance.item->index, ": ");
  return AnnotatePlace(
      Harmless(absl::FailedPreconditionError(
                   absl::StrCat(who, "resource name \"", instance.name,
                                "\" is already used by ", by)),
               absl::StrCat(who, "the resource name is already used by ", by)),
      the_template.resource_name.is_computed() || instance.item == nullptr
          ? absl::StrCat("resources[", the_template.index, "].name")
          : the_template.for_each->place());
}

}  // namespace loom
