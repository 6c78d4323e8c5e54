// SPDX-License-Identifier: Apache-2.0
#include "function/plan/input_counts.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/object.h"

namespace loom {
namespace {

// The number of elements of all lists that are at the path below the value.
size_t CountAt(const Value& value, absl::string_view path) {
  size_t count = 0;
  if (value.IsArray()) {
    if (path.empty()) return value.Size();
    for (const Value& element : value.GetArray()) {
      count += CountAt(element, path);
    }
    return count;
  }
  if (!value.IsObject() || path.empty()) return 0;
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(path, absl::MaxSplits('.', 1));
  for (absl::string_view name : absl::StrSplit(parts.first, '|')) {
    const Value* member = Find(value, name);
    if (member != nullptr) count += CountAt(*member, parts.second);
  }
  return count;
}

}  // namespace

void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems) {
  for (const Bound& bound : bounds) {
    size_t count = 0;
    for (absl::string_view path : absl::StrSplit(bound.paths, ' ')) {
      count += CountAt(input, path);
    }
    if (count <= bound.most) continue;
    problems->Add(bound.paths.substr(bound.paths.find_last_of(" .") + 1),
                  absl::StrCat(count, " are more than ", bound.most));
  }
}

}  // namespace loom
