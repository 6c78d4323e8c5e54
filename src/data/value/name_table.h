// SPDX-License-Identifier: Apache-2.0
// NameTable maps names to numbers, such as the position of each field of an object. The
// names have no order, and must outlive the table.
//
// We use our own table because a call that runs out of memory must fail without
// affecting other calls. If an allocation throws std::bad_alloc, this table does not
// change. The hash tables of Abseil 20220623 then free memory that they never
// allocated, and the standard ones allocate for each name.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

class NameTable {
 public:
  // Returns false if the table has the name. `number` must be less than 2^32 - 1.
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

  std::vector<Slot> slots_;  // empty or a power of two, with a third free
  size_t size_ = 0;
};

}  // namespace loom
