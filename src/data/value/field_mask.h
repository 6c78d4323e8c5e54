// SPDX-License-Identifier: Apache-2.0
// FieldMask is a set of fields of an object, each with everything in it: the fields that
// somebody may write to (data/fieldpath/access.h).
//
//   FieldMask mask;
//   mask.Add({"metadata", "name"});
//   const FieldMask* spec = mask.Find("spec");            // nullptr: not in it
//
// The items of a list have the mask of the list, so {"users", "name"} is the name of
// each user. A mask may contain more than was added: if an object in it would have more
// than kMostMembers fields, the mask contains all fields of that object.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace loom {

class FieldMask {
 public:
  static constexpr size_t kMostMembers = 64;

  bool is_all() const { return all_; }

  void AddAll();
  // Adds the field at a path of field names. An empty path adds all fields.
  void Add(absl::Span<const absl::string_view> path);
  void Add(std::initializer_list<absl::string_view> path) {
    Add(absl::Span<const absl::string_view>(path.begin(), path.size()));
  }

  // Returns the names of the fields, in no particular order.
  const std::vector<std::string>& names() const { return names_; }
  // Returns the mask of a field, or nullptr if it is not in the mask. Not for is_all().
  const FieldMask* Find(absl::string_view member) const;

 private:
  bool all_ = false;
  std::vector<std::string> names_;
  std::vector<FieldMask> masks_;  // of the names
};

}  // namespace loom
