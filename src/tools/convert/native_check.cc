// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/native_check.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "data/value/object.h"
#include "tools/convert/input_problems.h"
#include "tools/convert/native_tree.h"

namespace loom {
namespace {

// The members of a place such as `resources[1].patches[0]: …`, as far as the
// text before the first colon is one.
NodePath MembersOf(absl::string_view problem) {
  NodePath path;
  absl::string_view place = problem.substr(0, problem.find(':'));
  for (absl::string_view part : absl::StrSplit(place, '.')) {
    size_t bracket = std::min(part.find('['), part.size());
    path.emplace_back(part.substr(0, bracket));
    for (part.remove_prefix(bracket); !part.empty();) {
      size_t end = part.find(']');
      uint32_t index = 0;
      if (part[0] != '[' || end == part.npos ||
          !absl::SimpleAtoi(part.substr(1, end - 1), &index)) {
        return path;
      }
      path.push_back(absl::StrCat(index));
      part.remove_prefix(end + 1);
    }
  }
  return path;
}

}  // namespace

void CheckRuns(const Value& composition, Chain* chain, Pool* pool) {
  std::vector<Run> good;
  for (const Run& run : chain->runs) {
    std::string problems = ProblemsOfInput(NativeInput(composition, run, pool));
    if (problems.empty()) {
      good.push_back(run);
      continue;
    }
    NodePath path = {"spec", "pipeline", absl::StrCat(run.first), "input"};
    if (run.count == 1) path = Below(path, MembersOf(problems));
    chain->remarks.refusals.push_back(
        {path, absl::StrCat("the native input refuses this: ", problems)});
  }
  chain->runs = std::move(good);
}

void CheckOnlyStep(const Value& converted, NodeRemarks* remarks) {
  const Value& pipeline = *Find(*Find(converted, "spec"), "pipeline");
  std::string problems = ProblemsOfInput(*Find(pipeline[0], "input"));
  if (problems.empty()) return;
  remarks->refusals.push_back(
      {Below({"spec"}, MembersOf(problems)),
       absl::StrCat("the native input refuses this: ", problems)});
}

}  // namespace loom
