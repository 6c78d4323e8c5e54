// SPDX-License-Identifier: Apache-2.0
#include "data/value/field_mask.h"

#include <algorithm>

namespace loom {

void FieldMask::AddAll() {
  *this = FieldMask();
  all_ = true;
}

void FieldMask::Add(absl::Span<const absl::string_view> path) {
  FieldMask* at = this;
  for (absl::string_view member : path) {
    if (at->all_) return;
    auto* known = const_cast<FieldMask*>(at->Find(member));
    if (known == nullptr) {
      if (at->names_.size() == kMostMembers) break;
      at->names_.emplace_back(member);
      known = &at->masks_.emplace_back();
    }
    at = known;
  }
  at->AddAll();
}

const FieldMask* FieldMask::Find(absl::string_view member) const {
  const auto found = std::find(names_.begin(), names_.end(), member);
  return found == names_.end() ? nullptr : &masks_[found - names_.begin()];
}

}  // namespace loom
