// SPDX-License-Identifier: Apache-2.0
#include "data/value/field_mask.h"

namespace loom {
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
