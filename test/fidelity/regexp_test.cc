// SPDX-License-Identifier: Apache-2.0
#include "go/regexp.h"

#include <vector>

#include "test/fidelity/rows.h"

namespace loom {
namespace {

// The groups that match, from 0 on, as JSON; null if nothing matches.
std::string Groups(const RE2& regexp, absl::string_view text) {
  std::vector<re2::StringPiece> groups(regexp.NumberOfCapturingGroups() + 1);
  if (!regexp.Match({text.data(), text.size()}, 0, text.size(), RE2::UNANCHORED,
                    groups.data(), static_cast<int>(groups.size()))) {
    return "null";
  }
  std::string list;
  for (const re2::StringPiece& group : groups) {
    list.push_back(list.empty() ? '[' : ',');
    AppendJsonString({group.data(), group.size()}, &list);
  }
  return list + "]";
}

// A row is a pattern, a text, and the groups that match or null. A pattern
// alone is one that Go refuses.
TEST(Fidelity, MatchesAsGo) {
  std::string pattern;
  auto regexp = CompileRegexp(pattern);
  Replay("regexp", [&](const Value& row, Pool*) -> std::string {
    if (View(row[0]) != pattern) {
      pattern = std::string(View(row[0]));
      regexp = CompileRegexp(pattern);
    }
    bool refused = row.Size() == 1;
    if (!regexp.ok()) return refused ? "" : regexp.status().ToString();
    if (refused) return "no error";
    std::string groups = Groups(**regexp, View(row[1]));
    return groups == *CompactJson(row[2]) ? "" : groups;
  });
}

}  // namespace
}  // namespace loom
