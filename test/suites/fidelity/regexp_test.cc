// SPDX-License-Identifier: Apache-2.0
#include "data/go/regexp.h"

#include <string>

#include "test/suites/fidelity/rows.h"

namespace loom {
namespace {

// The groups that match, from 0 on, as JSON; null if nothing matches.
std::string Groups(const Regexp& regexp, absl::string_view text, Pool* pool) {
  std::string list;
  for (int group = 0; group <= regexp.groups(); ++group) {
    auto found = regexp.Find(text, group, pool);
    if (!found.ok()) return found.status().ToString();
    if (!found->has_value()) return "null";
    list.push_back(list.empty() ? '[' : ',');
    AppendJsonString(**found, &list);
  }
  return list + "]";
}

// A row is a pattern, a text, and the groups that match or null. A pattern
// alone is one that Go refuses.
TEST(Fidelity, MatchesAsGo) {
  std::string pattern;
  auto regexp = Regexp::Compile(pattern);
  Replay("regexp", [&](const Value& row, Pool* pool) -> std::string {
    if (View(row[0]) != pattern) {
      pattern = std::string(View(row[0]));
      regexp = Regexp::Compile(pattern);
    }
    bool refused = row.Size() == 1;
    if (!regexp.ok()) return refused ? "" : regexp.status().ToString();
    if (refused) return "no error";
    std::string groups = Groups(*regexp, View(row[1]), pool);
    return groups == *CompactJson(row[2]) ? "" : groups;
  });
}

}  // namespace
}  // namespace loom
