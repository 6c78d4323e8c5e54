// SPDX-License-Identifier: Apache-2.0
#include "data/value/object.h"

#include "data/value/budget.h"

namespace loom {
namespace {

bool Named(const Member& member, absl::string_view name) {
  return View(member.name) == name;
}

}  // namespace

const Value* Find(const Value& object, absl::string_view name) {
  for (auto& member : object.GetObject()) {
    if (Named(member, name)) return &member.value;
  }
  return nullptr;
}

const Value* Find(const Value& object, absl::string_view name, Pool* pool) {
  uint32_t count = object.MemberCount();
  if (count <= MemberIndex::kLinear) return Find(object, name);
  const Member* members = &*object.MemberBegin();
  MemberIndex::Names& names = pool->index().Of(members);
  pool->account().Note(Finding(count - names.indexed));
  pool->account().Hold(MemberIndex::kBytes * (count - names.indexed));
  for (; names.indexed < count; ++names.indexed) {
    names.positions.Insert(View(members[names.indexed].name), names.indexed);
  }
  std::optional<uint32_t> found = names.positions.Find(name);
  return found.has_value() ? &members[*found].value : nullptr;
}

Value& FindOrAdd(Value& object, absl::string_view name, Pool* pool) {
  if (Value* found = Find(object, name, pool)) return *found;
  return Add(object, name, pool);
}

Value& Add(Value& object, absl::string_view name, Pool* pool) {
  object.AddMember(Borrow(name), Value(), pool->allocator());
  return (object.MemberEnd() - 1)->value;
}

void Erase(Value& object, absl::string_view name, Pool* pool) {
  for (auto it = object.MemberBegin(); it != object.MemberEnd(); ++it) {
    if (!Named(*it, name)) continue;
    pool->index().Forget(&*object.MemberBegin());
    object.EraseMember(it);
    return;
  }
}

}  // namespace loom
