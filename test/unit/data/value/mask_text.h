// SPDX-License-Identifier: Apache-2.0
// MaskText writes a FieldMask for a test to compare: the members in the order of their
// names, `*` for all, and nothing for a member without what is in it.
//
//   metadata{labels{*} name{*}} spec{crossplane}
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data/value/field_mask.h"

namespace loom {

inline std::string MaskText(const FieldMask& mask) {
  if (mask.is_all()) return "*";
  std::vector<std::string> names = mask.names();
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) {
    const std::string inner = MaskText(*mask.Find(name));
    absl::StrAppend(&text, text.empty() ? "" : " ", name);
    if (!inner.empty()) absl::StrAppend(&text, "{", inner, "}");
  }
  return text;
}

}  // namespace loom
