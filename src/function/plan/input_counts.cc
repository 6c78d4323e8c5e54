// SPDX-License-Identifier: Apache-2.0
#include "function/plan/input_counts.h"

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// The number of elements that all lists with the name of a bound have together.
struct Found {
  const Bound* bound;
  size_t count = 0;
};

void Count(const Value& value, std::vector<Found>* all) {
  if (value.IsArray()) {
    for (const Value& element : value.GetArray()) Count(element, all);
  }
  if (!value.IsObject()) return;
  for (const auto& member : value.GetObject()) {
    absl::string_view name = View(member.name);
    if (name == "base") continue;
    for (Found& found : *all) {
      if (name == found.bound->list && member.value.IsArray()) {
        found.count += member.value.Size();
      }
    }
    Count(member.value, all);
  }
}

}  // namespace

void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems) {
  std::vector<Found> all;
  all.reserve(bounds.size());
  for (const Bound& bound : bounds) all.push_back({&bound});
  Count(input, &all);
  for (const Found& found : all) {
    if (found.count <= found.bound->most) continue;
    problems->Add(
        found.bound->list,
        absl::StrCat(found.count, " are more than ", found.bound->most));
  }
}

}  // namespace loom
