// SPDX-License-Identifier: Apache-2.0
#include "tools/crds/defaults.h"

#include "data/value/object.h"

namespace loom {
namespace {

bool IsNullable(const Value& schema) {
  const Value* nullable = Find(schema, "nullable");
  return nullable != nullptr && nullable->IsBool() && nullable->GetBool();
}

void FillMembers(const Value& properties, Value& object, Pool* pool) {
  for (const Member& property : properties.GetObject()) {
    const Value& schema = property.value;
    if (!schema.IsObject()) continue;
    const Value* preset = Find(schema, "default");
    absl::string_view name = View(property.name);
    const Value* member = Find(object, name);
    if (preset == nullptr) continue;
    if (member == nullptr || (member->IsNull() && !IsNullable(schema))) {
      Set(object, name, Value(*preset, pool->allocator()), pool);
    }
  }
  for (Member& member : object.GetObject()) {
    const Value* schema = Find(properties, View(member.name));
    if (schema != nullptr) FillDefaults(*schema, member.value, pool);
  }
}

}  // namespace

void FillDefaults(const Value& schema, Value& object, Pool* pool) {
  if (!schema.IsObject()) return;
  if (object.IsArray()) {
    const Value* items = Find(schema, "items");
    if (items == nullptr) return;
    for (Value& item : object.GetArray()) FillDefaults(*items, item, pool);
  }
  if (!object.IsObject()) return;
  const Value* properties = Find(schema, "properties");
  if (properties != nullptr && properties->IsObject()) {
    FillMembers(*properties, object, pool);
  }
  const Value* others = Find(schema, "additionalProperties");
  if (others == nullptr || !others->IsObject()) return;
  for (Member& member : object.GetObject()) {
    if (properties != nullptr && properties->IsObject() &&
        Find(*properties, View(member.name)) != nullptr) {
      continue;
    }
    FillDefaults(*others, member.value, pool);
  }
}

}  // namespace loom
