// SPDX-License-Identifier: Apache-2.0
// MemberIndex finds members of large objects by name without a walk over all of
// them. Only data/value/object.h uses it.
//
// RapidJSON's look-up visits one member after the other, so n patches into a
// map of n keys would take n² steps. In objects of up to kLinear members that
// is done. For a larger object the first look-up builds a table of its names,
// and later look-ups add the members that were appended since. An index belongs
// to the array in which RapidJSON holds the members: when the array moves to a
// larger place, a new index is built. Arrays grow by half each time, so the
// work stays in proportion to the number of members. data/value/object.h calls
// Forget when members are removed or change places.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "data/value/name_table.h"

namespace loom {

class MemberIndex {
 public:
  static constexpr uint32_t kLinear = 24;
  // The bytes of memory that an index takes for each member.
  static constexpr size_t kBytes = 64;

  // The positions of names in one array of members.
  struct Names {
    NameTable positions;
    uint32_t indexed = 0;  // members [0, indexed) are in `positions`
  };

  // The index of the array that begins at `members`; empty at first.
  Names& Of(const void* members) { return arrays_[members]; }

  // Drops the index of an array whose members were removed or reordered.
  void Forget(const void* members) { arrays_.erase(members); }

 private:
  std::unordered_map<const void*, Names> arrays_;
};

}  // namespace loom
