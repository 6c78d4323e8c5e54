// SPDX-License-Identifier: Apache-2.0
#include "render/own_templates.h"

#include "value/object.h"

namespace loom {

OwnTemplates OwnTemplates::Parse(const Input& root) {
  OwnTemplates templates;
  const Value* list =
      root.value().IsObject() ? Find(root.value(), "resources") : nullptr;
  if (list == nullptr || !list->IsArray()) return templates;
  for (const Value& entry : list->GetArray()) {
    const Value* name = entry.IsObject() ? Find(entry, "name") : nullptr;
    if (name == nullptr || !name->IsString()) continue;
    const Value* checks = Find(entry, "readinessChecks");
    templates.has_checks_[std::string(View(*name))] =
        checks != nullptr && checks->IsArray() && !checks->Empty();
  }
  for (const auto& [name, unused] : templates.has_checks_) {
    templates.names_.push_back(name);
  }
  return templates;
}

bool OwnTemplates::HasChecks(absl::string_view name) const {
  auto found = has_checks_.find(name);
  return found != has_checks_.end() && found->second;
}

}  // namespace loom
