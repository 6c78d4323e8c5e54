// SPDX-License-Identifier: Apache-2.0
// NameTable finds numbers by name, such as where in a list something stands.
//
//   NameTable table;
//   table.Insert("db", 0);          // true
//   table.Insert("db", 1);          // false: it is there, and stays 0
//   table.Find("db");               // 0
//   table.Find("web");              // nothing
//
// The characters of the names have to outlive it. It has no order.
//
// A call that is refused memory must fail alone. Abseil's tables, as Debian 12
// has them, then free what they never had, and the standard ones make a block
// of each name. When this throws std::bad_alloc it is as it was before.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

class NameTable {
 public:
  // False: the name is there already. `number` is below 2³² - 1.
  bool Insert(absl::string_view name, uint32_t number);
  std::optional<uint32_t> Find(absl::string_view name) const;
  size_t size() const { return size_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  struct Slot {
    absl::string_view name;
    uint32_t number = kFree;
  };

  static size_t SlotOf(absl::string_view name, const std::vector<Slot>& slots);
  void Grow();

  std::vector<Slot> slots_;  // none, or a power of two of them, a third free
  size_t size_ = 0;
};

}  // namespace loom
