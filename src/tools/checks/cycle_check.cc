// SPDX-License-Identifier: Apache-2.0
// An expression in a template waits for what it reads, and an entry of `dependencies` for
// what it names. If that is a resource which is not created before this one is, neither of
// them ever is.
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

// The location in the file of an expression or of an entry of `dependencies`.
struct WaitingPlace {
  const LintInput* input;
  std::string place;
  bool is_dependency = false;
  bool is_object = false;  // it reads `object`
};

// What each resource waits for, and where that is written.
using Needs = std::map<std::string, std::map<std::string, WaitingPlace>>;

std::string NameOf(const LintResource& resource) {
  return std::string(IdOfTemplate(*resource.value));
}

struct Needed {
  std::string name;
  bool is_object;
};

// Returns the observed resource that an expression cannot do without; "" for none. A part
// that is only evaluated under a condition does not count.
std::vector<Needed> NeededBy(const LintExpression& expression) {
  std::vector<Needed> needed;
  if (HasConditions(expression)) return needed;
  for (const ExpressionRead& read : ReadsOf(expression.text)) {
    if (read.is_optional || read.is_open) continue;
    if (read.name == "object" && read.path.size() > 1 &&
        read.path[0].field == "status") {
      needed.push_back({NameOf(*expression.resource), true});
    } else if (read.name == "observed" && read.path.size() > 2 &&
               read.path[0].field == "resources" &&
               read.path[2].field == "resource") {
      needed.push_back({read.path[1].field, false});
    }
  }
  return needed;
}

// Returns whether the resource is not created before the expression has a value.
bool HoldsBack(const LintExpression& expression) {
  if (expression.resource == nullptr) return false;
  absl::string_view rest = expression.place;
  rest.remove_prefix(expression.resource->place.size());
  return absl::StartsWith(rest, ".template.") ||
         absl::StartsWith(rest, ".condition") ||
         absl::StartsWith(rest, ".forEach.items");
}

// Adds the way back to `goal`, without the goal itself; false if there is none.
bool FindWay(const Needs& waits, const std::string& from,
             const std::string& goal, std::set<std::string>* seen,
             std::vector<std::string>* way) {
  const auto row = waits.find(from);
  if (row == waits.end() || !seen->insert(from).second) return false;
  way->push_back(from);
  for (const auto& [next, place] : row->second) {
    if (next == goal || FindWay(waits, next, goal, seen, way)) return true;
  }
  way->pop_back();
  return false;
}

// Returns `a waits for b, b waits for a`, for the way from a resource back to it.
std::string WayText(std::vector<std::string> way) {
  if (way.size() == 1) {
    return absl::StrCat(way[0], " waits for itself, so it is never created");
  }
  way.push_back(way[0]);
  std::string text;
  for (size_t i = 0; i + 1 < way.size(); ++i) {
    absl::StrAppend(&text, way[i], " waits for ", way[i + 1], ", ");
  }
  return absl::StrCat(text, "so none of them is ever created");
}

// Authors take `object` for the resource of which they think.
std::string OtherHelp(const WaitingPlace& at,
                      const std::vector<std::string>& way) {
  if (way.size() > 1 || !at.is_object) return "";
  return absl::StrCat("object is ", way[0],
                      " itself: write observed.resources.NAME.resource for "
                      "another resource, or ");
}

class CycleCheck {
 public:
  CycleCheck(const LintPipeline& pipeline, LintFindings* findings)
      : findings_(findings) {
    for (const LintInput* input : pipeline.inputs) Add(*input);
    std::erase_if(needs_,
                  [this](const auto& row) { return makers_[row.first] != 1; });
  }

  void Run() {
    std::set<std::string> reported;
    for (const auto& [name, needs] : needs_) {
      std::vector<std::string> way;
      std::set<std::string> seen;
      if (reported.contains(name) ||
          !FindWay(needs_, name, name, &seen, &way)) {
        continue;
      }
      reported.insert(way.begin(), way.end());
      Report(way);
    }
  }

 private:
  // Reports an entry of `dependencies` in the way if there is one: it is easier to reverse
  // than to read something else. The validator reports a way of entries alone.
  void Report(const std::vector<std::string>& way) {
    const WaitingPlace* at = nullptr;
    bool reads = false;
    for (size_t i = 0; i < way.size(); ++i) {
      const WaitingPlace& each =
          needs_.at(way[i]).at(way[(i + 1) % way.size()]);
      reads |= !each.is_dependency;
      if (at == nullptr || (each.is_dependency && !at->is_dependency)) {
        at = &each;
      }
    }
    if (!reads) return;
    findings_->Add("expression/cycle", *at->input->document,
                   at->input->At(at->place), WayText(way),
                   at->is_dependency
                       ? "reverse the entry, or remove it"
                       : absl::StrCat(OtherHelp(*at, way),
                                      "read with .? and orValue() what may be "
                                      "missing at first"));
    for (size_t i = 0; i < way.size() && way.size() > 1; ++i) {
      const WaitingPlace& each =
          needs_.at(way[i]).at(way[(i + 1) % way.size()]);
      if (&each == at) continue;
      findings_->Relate(
          absl::StrCat(way[i], " waits here"),
          Locate(each.input->document->yaml, each.input->At(each.place)));
    }
  }

  void Add(const LintInput& input) {
    const std::vector<LintResource>& resources = ResourcesOf(input);
    for (const LintResource& each : resources) ++makers_[NameOf(each)];
    if (!input.native()) return;
    for (const LintExpression& each : ExpressionsOf(input, resources)) {
      if (!HoldsBack(each)) continue;
      for (const Needed& needed : NeededBy(each)) {
        needs_[NameOf(*each.resource)].emplace(
            needed.name,
            WaitingPlace{&input, each.place, false, needed.is_object});
      }
    }
    AddDependencies(input);
  }

  // One with `when` may not apply, and a reference only needs a name.
  static bool AlwaysWaits(const Value& entry) {
    const std::string mode = ScalarText(Find(entry, "mode"));
    return Find(entry, "when") == nullptr &&
           ScalarText(Find(entry, "whenMissing")) != "Ignore" &&
           (mode.empty() || mode == "Delay" || mode == "Both");
  }

  // A template that renders nothing is not waited for.
  void AddDependencies(const LintInput& input) {
    const absl::Span<const Value> entries =
        ItemsAt(*input.value, {"dependencies"});
    for (size_t i = 0; i < entries.size(); ++i) {
      const Value& entry = entries[i];
      if (!entry.IsObject() || !AlwaysWaits(entry)) continue;
      const std::string dependent = ScalarText(Find(entry, "resource"));
      const absl::Span<const Value> others = ItemsAt(entry, {"dependsOn"});
      for (size_t k = 0; k < others.size(); ++k) {
        const std::string needed = ScalarText(Dig(others[k], {"resource"}));
        if (needed.empty() || needed == dependent ||
            !AlwaysMakes(input, needed)) {
          continue;
        }
        needs_[dependent].emplace(
            needed, WaitingPlace{&input,
                                 absl::StrCat("dependencies[", i,
                                              "].dependsOn[", k, "].resource"),
                                 true, false});
      }
    }
  }

  static bool AlwaysMakes(const LintInput& input, const std::string& name) {
    return absl::c_any_of(
        ResourcesOf(input), [&](const LintResource& resource) {
          return NameOf(resource) == name &&
                 Find(*resource.value, "condition") == nullptr &&
                 Find(*resource.value, "forEach") == nullptr;
        });
  }

  LintFindings* findings_;
  Needs needs_;
  std::map<std::string, size_t> makers_;  // how many templates have the name
};

}  // namespace

void CheckCycles(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    // Another function may create a resource of the cycle.
    if (!pipeline.has_other_steps) CycleCheck(pipeline, findings).Run();
  }
}

}  // namespace loom
