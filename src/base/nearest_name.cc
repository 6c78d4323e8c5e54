// SPDX-License-Identifier: Apache-2.0
#include "base/nearest_name.h"

#include <algorithm>

namespace loom {
namespace {

// The Levenshtein distance; `row` is one row of its table.
size_t Distance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string NearestName(absl::string_view name,
                        const std::vector<std::string>& candidates) {
  std::string nearest;
  size_t best = std::min<size_t>(3, (name.size() + 1) / 2);
  for (const std::string& candidate : candidates) {
    // The distance is at least the difference of the lengths, so a long name,
    // which would take long, is not compared with a short one.
    auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
    if (longer - shorter >= best) continue;
    size_t distance = Distance(name, candidate);
    if (distance >= best) continue;
    best = distance;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace loom
