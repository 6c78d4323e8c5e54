// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/targets/cycles.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loom {

std::vector<std::vector<std::string>> CyclesOf(
    const std::map<std::string, std::string>& waits_for) {
  std::vector<std::vector<std::string>> cycles;
  std::set<std::string> visited;
  for (const auto& [start, unused] : waits_for) {
    std::vector<std::string> way;
    std::set<std::string> on_way;
    std::string at = start;
    while (waits_for.contains(at) && visited.insert(at).second) {
      way.push_back(at);
      on_way.insert(at);
      at = waits_for.at(at);
    }
    if (!on_way.contains(at)) continue;
    way.erase(way.begin(), std::find(way.begin(), way.end(), at));
    std::rotate(way.begin(), std::min_element(way.begin(), way.end()),
                way.end());
    cycles.push_back(std::move(way));
  }
  return cycles;
}

}  // namespace loom
