// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/place.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "data/go/rune.h"

namespace loom {

std::string PlaceIn(absl::string_view text, size_t offset) {
  absl::string_view before = text.substr(0, std::min(offset, text.size()));
  size_t line = 1 + size_t(std::count(before.begin(), before.end(), '\n'));
  size_t start = before.rfind('\n');
  if (start != absl::string_view::npos) before.remove_prefix(start + 1);
  return absl::StrCat(line, ":", 1 + CountRunes(before));
}

absl::Status ErrorAt(absl::string_view text, size_t offset,
                     absl::string_view message) {
  return absl::InvalidArgumentError(
      absl::StrCat(PlaceIn(text, offset), ": ", message));
}

}  // namespace loom
