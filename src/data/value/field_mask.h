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
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

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
