// SPDX-License-Identifier: Apache-2.0
// FieldMask is a set of fields of an object, each with everything in it. A decoder with
// a mask skips all other fields (data/value/struct_codec.h).
//
//   FieldMask mask;
//   mask.Add({"metadata", "name"});
//   const FieldMask* spec = mask.Find("spec");            // nullptr: not in it
//
// The items of a list have the mask of the list, so {"users", "name"} is the name of
// each user. A mask may contain more than was added: if an object in it would have more
// than kMostMembers fields, the mask contains all fields of that object.
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

  // Returns the mask with all fields, which lives as long as the program.
  static const FieldMask& All();

  bool is_all() const { return all_; }
  bool empty() const { return !all_ && names_.empty(); }

  void AddAll();
  // Adds the field at a path of field names. An empty path adds all fields.
  void Add(absl::Span<const absl::string_view> path);
  void Add(std::initializer_list<absl::string_view> path) {
    Add(absl::Span<const absl::string_view>(path.begin(), path.size()));
  }
  // Adds the field without its contents: an object is read as {}, any other value as it
  // is.
  void AddEmpty(std::initializer_list<absl::string_view> path);
  void Add(const FieldMask& other);

  // Returns the number of masks in this one, including itself and those of its fields:
  // 1 if it has no fields.
  size_t Size() const;

  // Returns the position of a field, or -1 if it is not in the mask. Not for is_all().
  int IndexOf(absl::string_view member) const {
    if ((sizes_ >> (member.size() % 64) & 1) == 0) return -1;
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == member) return int(i);
    }
    return -1;
  }
  // Returns the names of the fields, in no particular order.
  const std::vector<std::string>& names() const { return names_; }
  const FieldMask& at(int index) const { return masks_[size_t(index)]; }
  // Returns the mask of a field, or nullptr if it is not in the mask. Not for is_all().
  const FieldMask* Find(absl::string_view member) const {
    const int index = IndexOf(member);
    return index < 0 ? nullptr : &at(index);
  }

 private:
  FieldMask* FindOrAdd(absl::string_view member);
  // Returns the mask at the path, or nullptr if the path is inside a mask with all
  // fields and therefore has no mask of its own.
  FieldMask* Reach(absl::Span<const absl::string_view> path);

  bool all_ = false;
  // Bit n is set if the length of a name in bytes is n modulo 64.
  uint64_t sizes_ = 0;
  std::vector<std::string> names_;
  std::vector<FieldMask> masks_;  // of the names
};

}  // namespace loom
