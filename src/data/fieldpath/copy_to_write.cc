// SPDX-License-Identifier: Apache-2.0
#include "data/fieldpath/copy_to_write.h"

#include <cstring>

namespace loom {
namespace {

// A Value with the same nodes. RapidJSON has none, because the destructor of a Value may
// free its nodes; on a pool it frees nothing.
Value Shared(const Value& value) {
  static_assert(!Allocator::kNeedFree);
  Value shared;
  std::memcpy(static_cast<void*>(&shared), static_cast<const void*>(&value),
              sizeof shared);
  return shared;
}

}  // namespace

Value CopyToWrite(const Value& base, const FieldMask& written, Pool* pool) {
  if (written.is_all()) return Copy(base, pool);
  if (base.IsObject()) {
    Value object = Object();
    for (const Member& member : base.GetObject()) {
      const FieldMask* part = written.Find(View(member.name));
      object.AddMember(Shared(member.name),
                       part == nullptr ? Shared(member.value)
                                       : CopyToWrite(member.value, *part, pool),
                       pool->allocator());
    }
    return object;
  }
  if (!base.IsArray()) return Shared(base);
  Value list = Array();
  list.Reserve(base.Size(), pool->allocator());
  for (const Value& element : base.GetArray()) {
    list.PushBack(CopyToWrite(element, written, pool), pool->allocator());
  }
  return list;
}

}  // namespace loom
