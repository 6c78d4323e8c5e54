// SPDX-License-Identifier: Apache-2.0
#include "sections/resources/computed_names.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/errors.h"

namespace loom {

NamedTemplates::NamedTemplates(const std::vector<Template>& templates)
    : all_(&templates) {
  for (const Template& each : templates) {
    if (!each.resource_name.varies()) continue;
    if (each.for_each.has_value()) {
      loops_.push_back(&each);
    } else {
      singles_.emplace(each.name, &each);
    }
  }
}

const Template* NamedTemplates::Single(absl::string_view id) const {
  auto found = singles_.find(id);
  return found == singles_.end() ? nullptr : found->second;
}

absl::string_view ComputedNames::NameOf(absl::string_view id, Call& call) {
  auto known = known_.find(id);
  if (known != known_.end()) return known->second;
  if (const Template* single = templates_.Single(id)) {
    auto name = Find(*single, nullptr, call);
    if (!name.ok()) return id;
    Set(single->name, *name);
    return *name;
  }
  for (const Template* loop : templates_.loops()) {
    absl::string_view rest = id;
    if (!absl::ConsumePrefix(&rest, loop->name) ||
        !absl::ConsumePrefix(&rest, "-") || !listed_.insert(loop).second) {
      continue;
    }
    AddItems(*loop, call);
    known = known_.find(id);
    if (known != known_.end()) return known->second;
  }
  return id;
}

absl::StatusOr<absl::string_view> ComputedNames::Find(
    const Template& the_template, const LoopItem* item, Call& call) {
  const ResourceName& written = the_template.resource_name;
  LOOM_ASSIGN_OR_RETURN(const absl::string_view name, written.Of(item, call));
  if (!written.has_aliases() || call.composed.IsObserved(name) ||
      call.composed.CameDesired(name)) {
    return name;
  }
  const Maker maker = {&the_template, item == nullptr ? "" : item->key};
  LOOM_ASSIGN_OR_RETURN(const std::vector<absl::string_view> aliases,
                        written.AliasesOf(item, call));
  for (absl::string_view alias : aliases) {
    if (!call.composed.IsObserved(alias) || IsTaken(alias, maker, call)) {
      continue;
    }
    takers_.emplace(alias, maker);
    return alias;
  }
  return name;
}

// In the order of the input, so that the first template takes an alias that two have.
void ComputedNames::Settle(Call& call) {
  known_.clear();
  listed_.clear();
  makers_.reset();
  takers_.clear();
  for (const Template& each : templates_.all()) {
    if (!each.resource_name.has_aliases()) continue;
    if (!each.for_each.has_value()) {
      NameOf(each.name, call);
    } else if (listed_.insert(&each).second) {
      AddItems(each, call);
    }
  }
}

std::vector<LoopItem> ComputedNames::ItemsOf(const Template& loop, Call& call) {
  // What the list reads is reported when the loop is rendered.
  Observer* const observer = std::exchange(call.observer, nullptr);
  auto items = loop.for_each->Items(call, 0);
  call.observer = observer;
  return items.ok() ? *std::move(items) : std::vector<LoopItem>();
}

void ComputedNames::AddItems(const Template& loop, Call& call) {
  for (const LoopItem& item : ItemsOf(loop, call)) {
    auto name = Find(loop, &item, call);
    if (!name.ok()) continue;
    Set(call.pool->Keep(absl::StrCat(loop.name, "-", item.key)), *name);
  }
}

void ComputedNames::AddMakers(Call& call) {
  makers_.emplace();  // a list that needs a name does not begin again
  for (const Template& each : templates_.all()) {
    if (!each.for_each.has_value()) {
      auto name = each.resource_name.Of(nullptr, call);
      if (name.ok()) makers_->insert({*name, {&each, ""}});
      continue;
    }
    for (const LoopItem& item : ItemsOf(each, call)) {
      auto name = each.resource_name.Of(&item, call);
      if (name.ok()) makers_->insert({*name, {&each, item.key}});
    }
  }
}

bool ComputedNames::IsTaken(absl::string_view alias, const Maker& by,
                            Call& call) {
  if (call.composed.CameDesired(alias)) return true;
  auto taker = takers_.find(alias);
  if (taker != takers_.end()) return taker->second != by;
  if (!makers_.has_value()) AddMakers(call);
  for (auto maker = makers_->lower_bound({alias, {nullptr, ""}});
       maker != makers_->end() && maker->first == alias; ++maker) {
    if (maker->second != by) return true;
  }
  return false;
}

}  // namespace loom
