// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/templates/own_templates.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/value/object.h"
#include "language/cel/program/inline_text.h"

namespace loom {
namespace {

// The fields with the object that a template makes. With neither, it only patches.
constexpr absl::string_view kObjects[] = {"base", "template"};

}  // namespace

absl::string_view IdOfTemplate(const Value& entry) {
  for (absl::string_view field : {"id", "name"}) {
    const Value* name = entry.IsObject() ? loom::Find(entry, field) : nullptr;
    if (name != nullptr && name->IsString()) return View(*name);
  }
  return "";
}

const Value* ComputedNameOf(const Value& entry) {
  const Value* name = entry.IsObject() ? loom::Find(entry, "name") : nullptr;
  const bool is_computed =
      name != nullptr && name->IsString() && IsInline(View(*name));
  return is_computed ? name : nullptr;
}

OwnTemplates OwnTemplates::Parse(const Input& root) {
  OwnTemplates templates;
  const Value* list =
      root.value().IsObject() ? loom::Find(root.value(), "resources") : nullptr;
  if (list == nullptr || !list->IsArray()) return templates;
  for (const Value& entry : Items(*list)) {
    const absl::string_view id = IdOfTemplate(entry);
    if (id.empty()) continue;
    const bool makes = absl::c_any_of(kObjects, [&](absl::string_view field) {
      const Value* object = loom::Find(entry, field);
      return object != nullptr && !object->IsNull();
    });
    const Value* loop = loom::Find(entry, "forEach");
    const Value* checks = loom::Find(entry, "readinessChecks");
    templates.by_name_[std::string(id)] = {
        .index = size_t(&entry - list->Begin()),
        .makes_object = makes,
        .has_checks =
            checks != nullptr && checks->IsArray() && !checks->Empty(),
        .has_loop = loop != nullptr && !loop->IsNull(),
        .has_computed_name = ComputedNameOf(entry) != nullptr};
  }
  for (const auto& [name, unused] : templates.by_name_) {
    templates.names_.push_back(name);
  }
  return templates;
}

const OwnTemplate* OwnTemplates::Find(absl::string_view name) const {
  auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

bool OwnTemplates::HasChecks(absl::string_view name) const {
  const OwnTemplate* found = Find(name);
  return found != nullptr && found->has_checks;
}

bool OwnTemplates::IsOfLoop(absl::string_view name) const {
  return std::any_of(by_name_.begin(), by_name_.end(), [&](const auto& entry) {
    if (entry.second.has_computed_name) return true;
    absl::string_view rest = name;
    return entry.second.has_loop && absl::ConsumePrefix(&rest, entry.first) &&
           (rest.empty() || rest.front() == '-');
  });
}

std::string OwnTemplates::MadeBy(absl::string_view name,
                                 const Expansions& expansions,
                                 size_t except) const {
  const OwnTemplate* own = Find(name);
  if (own != nullptr && !own->has_loop && own->index != except) {
    return absl::StrCat("resources[", own->index, "]");
  }
  const absl::string_view maker = expansions.TemplateOf(name);
  own = maker == name ? nullptr : Find(maker);
  if (own == nullptr || own->index == except) return "";
  if (!own->has_loop) return absl::StrCat("resources[", own->index, "]");
  return absl::StrCat("an item of resources[", own->index, "]");
}

std::vector<absl::string_view> OwnTemplates::Resources(
    const Expansions& expansions) const {
  std::vector<absl::string_view> resources;
  for (absl::string_view name : names_) {
    const std::vector<absl::string_view>* made = expansions.Of(name);
    if (made == nullptr) {
      resources.push_back(name);
    } else {
      resources.insert(resources.end(), made->begin(), made->end());
    }
  }
  return resources;
}

std::vector<absl::string_view> OwnTemplates::PendingLoops(
    const Expansions& expansions) const {
  std::vector<absl::string_view> loops;
  for (const auto& [name, own] : by_name_) {
    if (own.has_loop && expansions.Of(name) == nullptr) loops.push_back(name);
  }
  return loops;
}

}  // namespace loom
