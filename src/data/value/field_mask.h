// SPDX-License-Identifier: Apache-2.0
// FieldMask is a set of fields of an object, each with all that is in it. A decoder
// that is given a mask passes over the other fields (data/value/struct_codec.h).
//
//   FieldMask mask;
//   mask.Add({"metadata", "name"});
//   mask.Add({"status", "conditions"});
//   mask.Find("status")->Find("conditions")->is_all();    // true
//   const FieldMask* spec = mask.Find("spec");            // nullptr: not in it
//
// The elements of a list have the mask of the list, so {"users", "name"} is the name
// of each user:
//
//   {users: [{name: ann, age: 9}, {name: bob}]}  →  {users: [{name: ann}, {name: bob}]}
//
// A mask may hold more than was added: where it would have more than kMostMembers
// members, it has all.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {
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

class FieldMask {
 public:
  static constexpr size_t kMostMembers = 64;

  // The one with all, which lives as long as the program.
  static const FieldMask& All();

  bool is_all() const { return all_; }
  // Whether it has no field.
  bool empty() const { return !all_ && names_.empty(); }

  void AddAll();
  // Adds the field at a path of members; {}: all.
  void Add(absl::Span<const absl::string_view> path);
  void Add(std::initializer_list<absl::string_view> path) {
    Add(absl::Span<const absl::string_view>(path.begin(), path.size()));
  }
  // Adds it without what is in it: an object is read as {}, and anything else as it is.
  void AddEmpty(std::initializer_list<absl::string_view> path);
  void Add(const FieldMask& other);

  // How many masks it consists of, with those of its members: 1 without any.
  size_t Size() const;

  // The position of a member; -1: it is not in the mask. Not for one that has all.
  int IndexOf(absl::string_view member) const {
    if ((sizes_ >> (member.size() % 64) & 1) == 0) return -1;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == member) return int(i);
    }
    return -1;
  }
  // The names of its members, in no order.
  const std::vector<std::string>& names() const { return names_; }
  const FieldMask& at(int index) const { return masks_[size_t(index)]; }
  // The mask of a member; nullptr: it is not in the mask. Not for one that has all.
  const FieldMask* Find(absl::string_view member) const {
    const int index = IndexOf(member);
    return index < 0 ? nullptr : &at(index);
  }

 private:
  FieldMask* FindOrAdd(absl::string_view member);
  // The mask at the path; nullptr: there is none of its own, as it is in one with all.
  FieldMask* Reach(absl::Span<const absl::string_view> path);

  bool all_ = false;
  // The bit n is set if a name has n bytes, modulo 64.
  uint64_t sizes_ = 0;
  std::vector<std::string> names_;
  std::vector<FieldMask> masks_;  // of the names
};

}  // namespace loom
