// SPDX-License-Identifier: Apache-2.0
// NameTable maps names to numbers, such as the position of each member of an
// object. It has no order.
//
//   NameTable table;
//   bool added = table.Insert("db", 0);                  // true
//   added = table.Insert("db", 1);                       // false: it stays 0
//   std::optional<uint32_t> db = table.Find("db");       // 0
//   std::optional<uint32_t> web = table.Find("web");     // nullopt
//
// The table refers to the characters of the names, which have to outlive it.
//
// This is a table of our own because a call that runs out of memory must fail
// without harm to the others. When an allocation throws std::bad_alloc, this
// table is as it was before. The hash tables of Abseil 20220623 free memory
// that they never had in that case, and the standard ones allocate for each
// name.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

class NameTable {
 public:
  // False: the name is there already. `number` is less than 2^32 - 1.
  bool Insert(absl::string_view name, uint32_t number);
  std::optional<uint32_t> Find(absl::string_view name) const;
  size_t size() const { return size_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  struct Slot {
    absl::string_view name;
    uint32_t number = kFree;
    uint32_t hash = 0;
  };

  static uint32_t HashOf(absl::string_view name);
  static size_t SlotOf(absl::string_view name, uint32_t hash,
                       const std::vector<Slot>& slots);
  void Grow();

  std::vector<Slot> slots_;  // none, or a power of two of them, a third free
  size_t size_ = 0;
};

}  // namespace loom
