// SPDX-License-Identifier: Apache-2.0
#include "data/value/field_mask.h"

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

const FieldMask& FieldMask::All() {
  static const FieldMask* const all = [] {
    auto* mask = new FieldMask;
    mask->AddAll();
    return mask;
  }();
  return *all;
}

void FieldMask::AddAll() {
  *this = FieldMask();
  all_ = true;
}

// Returns nullptr if there is no room for the field. The mask then has all
// fields.
FieldMask* FieldMask::FindOrAdd(absl::string_view member) {
  const int index = IndexOf(member);
  if (index >= 0) return &masks_[size_t(index)];
  if (names_.size() == kMostMembers) {
    AddAll();
    return nullptr;
  }
  sizes_ |= uint64_t{1} << (member.size() % 64);
  names_.emplace_back(member);
  return &masks_.emplace_back();
}

FieldMask* FieldMask::Reach(absl::Span<const absl::string_view> path) {
  FieldMask* at = this;
  for (absl::string_view member : path) {
    if (at == nullptr || at->all_) return nullptr;
    at = at->FindOrAdd(member);
  }
  return at;
}

void FieldMask::Add(absl::Span<const absl::string_view> path) {
  if (FieldMask* mask = Reach(path)) mask->AddAll();
}

void FieldMask::AddEmpty(std::initializer_list<absl::string_view> path) {
  Reach(absl::MakeConstSpan(path.begin(), path.size()));
}

// Recurses as deep as the longest path that was added (data/fieldpath/path.h).
void FieldMask::Add(const FieldMask& other) {
  if (all_) return;
  if (other.all_) return AddAll();
  for (size_t i = 0; i < other.names_.size(); ++i) {
    FieldMask* mask = FindOrAdd(other.names_[i]);
    if (mask == nullptr) return;
    mask->Add(other.masks_[i]);
  }
}

size_t FieldMask::Size() const {
  size_t size = 1;
  for (const FieldMask& mask : masks_) size += mask.Size();
  return size;
}

}  // namespace loom
