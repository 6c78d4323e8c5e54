// SPDX-License-Identifier: Apache-2.0
#include "sections/provider_config/name_map.h"

#include "sections/provider_config/groups.h"

namespace loom {

NameMap NameMap::Parse(const Input& map) {
  NameMap parsed;
  for (const auto& value : map.value().GetObject()) {
    const Input entry = map.Member(View(value.name), value.value);
    if (!value.value.IsObject()) {
      entry.Problem("Invalid value: want names by group");
      continue;
    }
    Names& names = parsed.by_value_[std::string(View(value.name))];
    for (const auto& group : value.value.GetObject()) {
      if (group.value.IsString() && group.value.GetStringLength() > 0) {
        names[std::string(View(group.name))] = std::string(View(group.value));
      } else {
        entry.Member(View(group.name), group.value)
            .Problem("Invalid value: want a name");
      }
    }
  }
  return parsed;
}

absl::string_view NameMap::NameFor(absl::string_view value,
                                   absl::string_view group) const {
  auto names = by_value_.find(value);
  if (names == by_value_.end()) return value;
  absl::string_view longest;
  absl::string_view name = value;
  for (const auto& [suffix, mapped] : names->second) {
    if (suffix == "*" && longest.empty()) name = mapped;
    if (!IsGroupBelow(group, suffix) || suffix.size() <= longest.size())
      continue;
    longest = suffix;
    name = mapped;
  }
  return name;
}

}  // namespace loom
