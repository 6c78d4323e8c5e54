// SPDX-License-Identifier: Apache-2.0
#include "data/value/name_table.h"

#include <utility>

#include "absl/hash/hash.h"

namespace loom {

uint32_t NameTable::HashOf(absl::string_view name) {
  return static_cast<uint32_t>(absl::Hash<absl::string_view>()(name));
}

bool NameTable::Insert(absl::string_view name, uint32_t number) {
  if (3 * (size_ + 1) > 2 * slots_.size()) Grow();
  const uint32_t hash = HashOf(name);
  Slot& slot = slots_[SlotOf(name, hash, slots_)];
  if (slot.number != kFree) return false;
  slot = {name, number, hash};
  ++size_;
  return true;
}

std::optional<uint32_t> NameTable::Find(absl::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const Slot& slot = slots_[SlotOf(name, HashOf(name), slots_)];
  if (slot.number == kFree) return std::nullopt;
  return slot.number;
}

// Returns the slot that has the name, or the free slot where it belongs.
size_t NameTable::SlotOf(absl::string_view name, uint32_t hash,
                         const std::vector<Slot>& slots) {
  const size_t last = slots.size() - 1;
  size_t at = hash & last;
  while (slots[at].number != kFree &&
         (slots[at].hash != hash || slots[at].name != name)) {
    at = (at + 1) & last;
  }
  return at;
}

void NameTable::Grow() {
  // A table with tens of names often gets hundreds.
  const size_t factor = slots_.size() >= 32 && slots_.size() < 1024 ? 4 : 2;
  std::vector<Slot> larger(slots_.empty() ? 8 : factor * slots_.size());
  const size_t last = larger.size() - 1;
  for (const Slot& slot : slots_) {
    if (slot.number == kFree) continue;
    // All names are different, so no comparison is needed.
    size_t at = slot.hash & last;
    while (larger[at].number != kFree) at = (at + 1) & last;
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

}  // namespace loom
