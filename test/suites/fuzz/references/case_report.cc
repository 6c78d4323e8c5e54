// SPDX-License-Identifier: Apache-2.0
#include "test/suites/fuzz/references/case_report.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace loom::testing {
namespace {

// The cycle that begins with a resource; empty if there is none. There are only
// three resources, so three steps are enough.
std::vector<std::string> CycleFrom(const std::string& start,
                                   const Waits& waits) {
  std::vector<std::string> way = {start};
  std::string at = waits.at(start).first;
  while (at != start && way.size() < 4 && waits.contains(at)) {
    way.push_back(at);
    at = waits.at(at).first;
  }
  return at == start ? way : std::vector<std::string>();
}

}  // namespace

std::vector<Reported> WithCycles(const std::vector<Reported>& reported,
                                 const Waits& waits) {
  std::set<std::string> in_cycle;
  // What is reported in the place of an entry; nothing for the rest of a cycle.
  std::map<size_t, std::vector<Reported>> instead;
  // In the order of their names, so a cycle begins with the smallest.
  for (const auto& [start, unused] : waits) {
    const std::vector<std::string> way = CycleFrom(start, waits);
    if (way.empty() || in_cycle.contains(start)) continue;
    size_t first = SIZE_MAX;
    for (const std::string& name : way) {
      const size_t at = waits.at(name).second;
      in_cycle.insert(name);
      instead[at] = {};
      first = std::min(first, at);
    }
    instead[first] = {{"False", "ReferenceCycle",
                       absl::StrCat(start, ": reference cycle ",
                                    absl::StrJoin(way, " -> "), " -> ", start),
                       reported[first].order}};
  }
  std::vector<Reported> all;
  for (size_t i = 0; i < reported.size(); ++i) {
    auto other = instead.find(i);
    const std::vector<Reported> here =
        other == instead.end() ? std::vector{reported[i]} : other->second;
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

CaseCondition ConditionOf(std::vector<Reported> reported) {
  CaseCondition condition{"True", "Resolved", ""};
  std::stable_sort(
      reported.begin(), reported.end(),
      [](const Reported& a, const Reported& b) { return a.order < b.order; });
  for (const char* status : {"Unknown", "False"}) {
    auto first = std::find_if(
        reported.begin(), reported.end(),
        [&](const Reported& entry) { return entry.status == status; });
    if (first != reported.end()) condition = {first->status, first->reason, ""};
  }
  std::vector<std::string> texts;
  texts.reserve(reported.size());
  for (const Reported& entry : reported) texts.push_back(entry.text);
  std::sort(texts.begin(), texts.end());
  const size_t more = texts.size() > 3 ? texts.size() - 3 : 0;
  texts.resize(std::min<size_t>(texts.size(), 3));
  condition.message = absl::StrJoin(texts, "; ");
  if (more > 0) absl::StrAppend(&condition.message, "; and ", more, " more");
  return condition;
}

}  // namespace loom::testing
