// SPDX-License-Identifier: Apache-2.0
#include "sections/dependencies/dependency_cycle.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom {
namespace {

using NamesInCycle = std::vector<absl::string_view>;

// Names and groups are the nodes of one graph: a name leads to the groups in which
// it is a dependent, and a group leads to its prerequisites. So the graph grows with
// the names of a group and not with its pairs.
class Graph {
 public:
  explicit Graph(const std::vector<DependencyGroup>& groups) {
    for (const DependencyGroup& group : groups) Add(group);
  }

  std::vector<std::string> Cycles() {
    seen_.assign(next_.size(), false);
    on_way_.assign(next_.size(), false);
    for (const auto& [name, node] : nodes_) Walk(node);
    return {found_.begin(), found_.end()};
  }

 private:
  // A step on the way of a walk: the node, and which of its edges comes next.
  struct Step {
    size_t node;
    size_t edge;
  };

  void Add(const DependencyGroup& group) {
    NamesInCycle both;
    std::set_intersection(group.dependents.begin(), group.dependents.end(),
                          group.prerequisites.begin(),
                          group.prerequisites.end(), std::back_inserter(both));
    if (both.size() > 1) {
      // Each of them depends on all the others.
      Tell({both[0], both[1]});
      return;
    }
    AddGroup(Without(group.dependents, both), group.prerequisites);
    AddGroup(both, Without(group.prerequisites, both));
  }

  static NamesInCycle Without(const NamesInCycle& names,
                              const NamesInCycle& these) {
    NamesInCycle rest;
    std::set_difference(names.begin(), names.end(), these.begin(), these.end(),
                        std::back_inserter(rest));
    return rest;
  }

  void AddGroup(const NamesInCycle& dependents,
                const NamesInCycle& prerequisites) {
    if (dependents.empty() || prerequisites.empty()) return;
    const size_t group = AddNode("");
    for (absl::string_view name : dependents) {
      next_[NodeOf(name)].push_back(group);
    }
    for (absl::string_view name : prerequisites) {
      const size_t node = NodeOf(name);
      next_[group].push_back(node);
    }
  }

  size_t AddNode(absl::string_view name) {
    names_.push_back(name);
    next_.emplace_back();
    return next_.size() - 1;
  }

  size_t NodeOf(absl::string_view name) {
    auto [entry, added] = nodes_.try_emplace(name, 0);
    if (added) entry->second = AddNode(name);
    return entry->second;
  }

  // Goes into the depth, without recursion, since a chain may be long.
  void Walk(size_t start) {
    if (seen_[start]) return;
    std::vector<Step> way;
    Enter(start, &way);
    while (!way.empty()) {
      Step& step = way.back();
      if (step.edge == next_[step.node].size()) {
        on_way_[step.node] = false;
        way.pop_back();
        continue;
      }
      const size_t node = next_[step.node][step.edge++];
      if (on_way_[node]) {
        TellWayFrom(node, way);
      } else if (!seen_[node]) {
        Enter(node, &way);
      }
    }
  }

  void Enter(size_t node, std::vector<Step>* way) {
    seen_[node] = true;
    on_way_[node] = true;
    way->push_back({node, 0});
  }

  void TellWayFrom(size_t node, const std::vector<Step>& way) {
    NamesInCycle cycle;
    auto begin = std::find_if(way.begin(), way.end(), [&](const Step& step) {
      return step.node == node;
    });
    for (; begin != way.end(); ++begin) {
      if (!names_[begin->node].empty()) cycle.push_back(names_[begin->node]);
    }
    Tell(std::move(cycle));
  }

  // A cycle in which each depends on the one behind it.
  void Tell(NamesInCycle cycle) {
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()),
                cycle.end());
    cycle.push_back(cycle.front());
    found_.insert(absl::StrJoin(cycle, " -> "));
  }

  std::map<absl::string_view, size_t> nodes_;
  NamesInCycle names_;  // of each node; "" for a group
  std::vector<std::vector<size_t>> next_;
  std::vector<bool> seen_;
  std::vector<bool> on_way_;
  std::set<std::string> found_;
};

}  // namespace

std::vector<std::string> CyclesIn(const std::vector<DependencyGroup>& groups) {
  return Graph(groups).Cycles();
}

}  // namespace loom
