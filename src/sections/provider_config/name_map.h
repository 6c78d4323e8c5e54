// SPDX-License-Identifier: Apache-2.0
// NameMap gives the ProviderConfigs of some API groups another name than the value
// that the composite requests:
//
//   map:
//     prod:                            # the value
//       helm.crossplane.io: prod-helm  # the group, and all groups below it
//       "*": prod                      # all others; without it, the value itself
//
//   NameFor("prod", "helm.crossplane.io")   "prod-helm"
//   NameFor("prod", "s3.example.org")       "prod"
//   NameFor("test", "helm.crossplane.io")   "test": no such value
//
// The longest group that fits counts. The label that is written keeps the value.
// A name that is not a text, or empty, is a mistake:
//   map.prod.helm.crossplane.io: Invalid value: want a name
#pragma once

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "language/input/input.h"

namespace loom {

class NameMap {
 public:
  static NameMap Parse(const Input& map);

  // Refers to `value` or to this map.
  absl::string_view NameFor(absl::string_view value,
                            absl::string_view group) const;

 private:
  // Names by group.
  using Names = std::map<std::string, std::string, std::less<>>;

  std::map<std::string, Names, std::less<>> by_value_;
};

}  // namespace loom
