// SPDX-License-Identifier: Apache-2.0
// MemberIndex finds members of large objects by name without walking them.
//
// RapidJSON's look-up is linear, so n patches into a map of n keys would take
// n² steps. Objects of up to kLinear members are walked; for larger ones the
// first look-up makes a hash of their names, which later look-ups extend by
// what was appended since. An index belongs to the object's array of members:
// when that moves to a larger place, a new one is made, and because it grows
// by half each time, the work stays in proportion to what was appended.
//
// Used through object.h only, which also tells it of removals.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "value/name_table.h"

namespace loom {

class MemberIndex {
 public:
  static constexpr uint32_t kLinear = 24;

  // The positions of names in one array of members.
  struct Names {
    NameTable positions;
    uint32_t indexed = 0;  // members [0, indexed) are in `positions`
  };

  // The index of the array that begins at `members`; empty at first.
  Names& Of(const void* members) { return arrays_[members]; }

  // Members were removed or reordered: what was known is void.
  void Forget(const void* members) { arrays_.erase(members); }

 private:
  std::unordered_map<const void*, Names> arrays_;
};

}  // namespace loom
