// SPDX-License-Identifier: Apache-2.0
// An expression waits for the resource that it reads. If the condition of that resource is
// false for some composites, for as long as their authors leave them as they are, then
// whatever reads it without a condition of its own waits forever.
//
// Conditions are compared by what they read, not by what they say: a reader that looks at
// any field that the condition reads has thought of it. A condition with the default true
// is not looked at, as in `composite.spec.?files.orValue(true)`.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "sections/shared/templates/own_templates.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/read_field.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"

namespace loom {
namespace {

using ReadList = std::vector<ExpressionRead>;

// Returns the name of the composed resource that is read; "" for any other read.
std::string ResourceOf(const ExpressionRead& read) {
  return read.name == "observed" && read.path.size() > 1 &&
                 read.path[0].field == "resources"
             ? read.path[1].field
             : "";
}

// Returns whether one path begins with the other one.
bool Overlap(const std::vector<Segment>& a, const std::vector<Segment>& b) {
  const size_t length = std::min(a.size(), b.size());
  return std::equal(a.begin(), a.begin() + length, b.begin());
}

class NeverCreatedCheck {
 public:
  NeverCreatedCheck(const LintPipeline& pipeline, const TemplateTypes& types,
                    LintFindings* findings)
      : pipeline_(pipeline), types_(types), findings_(findings) {}

  void Run() {
    std::vector<std::vector<LintExpression>> expressions;
    for (const LintInput* input : pipeline_.inputs) {
      expressions.push_back(input->native()
                                ? ExpressionsOf(*input, ResourcesOf(*input))
                                : std::vector<LintExpression>());
      AddConditions(*input, expressions.back());
    }
    for (size_t i = 0; i < expressions.size() && !conditions_.empty(); ++i) {
      for (const LintExpression& each : expressions[i]) {
        if (IsWaitedFor(each)) Check(*pipeline_.inputs[i], each);
      }
    }
  }

 private:
  // A condition of a resource, or of all resources of its input.
  struct Condition {
    const LintInput* input;
    LintExpression expression;
  };

  // Returns whether the composite is not ready, or the resource is not created, while the
  // expression waits.
  static bool IsWaitedFor(const LintExpression& expression) {
    const absl::string_view place = expression.place;
    if (absl::StartsWith(place, "status.") ||
        absl::StartsWith(place, "conditions[") ||
        absl::StartsWith(place, "connectionDetails[")) {
      return true;
    }
    if (expression.resource == nullptr) return false;
    return !absl::c_any_of(
        expression.resource->patches, [&](const LintPatch& patch) {
          return !patch.required && expression.place == patch.ExpressionPlace();
        });
  }

  void Check(const LintInput& input, const LintExpression& expression) {
    std::set<std::string> reported;
    const std::string self =
        expression.resource == nullptr
            ? ""
            : std::string(IdOfTemplate(*expression.resource->value));
    std::vector<ExpressionNeed> needs;
    std::set<std::pair<std::string, bool>> seen;
    AddNeeds(input, expression, expression.text, {}, &seen, &needs);
    ReadList around;
    for (const std::string& each : GuardsOf(input, expression)) {
      absl::c_move(ReadsOf(each), std::back_inserter(around));
    }
    for (const ExpressionNeed& need : needs) {
      const std::string name = ResourceOf(need.read);
      if (name.empty() || name == self || reported.contains(name)) continue;
      const auto condition = conditions_.find(name);
      if (condition == conditions_.end()) continue;
      ReadList guards = need.guards;
      guards.insert(guards.end(), around.begin(), around.end());
      if (IsGuarded(condition->second, name,
                    ReadsThroughValues(input, expression, guards))) {
        continue;
      }
      reported.insert(name);
      Report(input, expression, name, condition->second);
    }
  }

  static std::string HelpFor(const LintExpression& expression,
                             const std::string& name,
                             const std::string& condition) {
    // A long one is where the finding points to.
    std::string text = condition;
    if (text.size() > 80 || absl::StrContains(text, "\n")) text = "CONDITION";
    if (absl::StrContains(text, " ? ")) text = absl::StrCat("(", text, ")");
    std::string other = absl::StrCat("write ", text, " ? … : omit()");
    if (absl::StartsWith(expression.place, "conditions[")) {
      other = absl::StrCat("add when: ", text);
    } else if (absl::EndsWith(expression.place, ".forEach.items")) {
      other = absl::StrCat("write ", text, " ? … : []");
    } else if (expression.member == "condition") {
      other = absl::StrCat("write ", text, " && …");
    } else if (expression.resource != nullptr) {
      absl::StrAppend(&other, ", or set the same condition on this resource");
    }
    const bool is_plain = name.find('-') == name.npos;
    return absl::StrCat(
        "write observed.resources",
        is_plain ? absl::StrCat(".?", name) : absl::StrCat("[?'", name, "']"),
        ".?resource… with a default, or ", other);
  }

  void Report(const LintInput& input, const LintExpression& expression,
              const std::string& name, const Condition& condition) {
    findings_->Add(
        "expression/never-created", *input.document, input.At(expression.place),
        absl::StrCat("while the condition of ", name,
                     " is false, the resource does not exist, and the "
                     "expression waits forever"),
        HelpFor(expression, name, condition.expression.text));
    findings_->Relate("the condition",
                      Locate(condition.input->document->yaml,
                             condition.input->At(condition.expression.place)));
  }

  // Keeps the conditions that depend only on what the author of the composite writes, or
  // on the environment, by the resources that exist only if they are true.
  void AddConditions(const LintInput& input,
                     const std::vector<LintExpression>& expressions) {
    for (const LintExpression& each : expressions) {
      const bool of_input = each.place == "condition";
      const bool of_resource =
          each.resource != nullptr &&
          each.place == absl::StrCat(each.resource->place, ".condition");
      if ((!of_input && !of_resource) || !IsOfAuthor(input, each)) continue;
      for (const LintResource& resource : ResourcesOf(input)) {
        const std::string name(IdOfTemplate(*resource.value));
        // Without a base, an earlier step creates it.
        if ((of_input || &resource == each.resource) &&
            resource.base != nullptr && types_.Named(name) == &resource) {
          conditions_.emplace(name, Condition{&input, each});
        }
      }
    }
  }

  // Returns whether a condition has a default that is true: its author expects nobody to
  // write false.
  static bool IsTrueByDefault(const std::string& condition) {
    return !DefaultsIn(condition, false).empty() &&
           DefaultsIn(condition, true).empty() && RefusedBy(condition).empty();
  }

  static bool IsOfAuthor(const LintInput& input,
                         const LintExpression& condition) {
    const ReadList reads =
        ReadsThroughValues(input, condition, ReadsOf(condition.text));
    return !reads.empty() && !IsTrueByDefault(condition.text) &&
           absl::c_all_of(reads, [](const ExpressionRead& read) {
             return read.name == "environment" ||
                    (read.name == "composite" && !ReadsStateOfComposite(read));
           });
  }

  // Returns whether one of the reads is of what the condition reads, or of the resource.
  static bool IsGuarded(const Condition& condition, const std::string& name,
                        const ReadList& guards) {
    const ReadList decisive =
        ReadsThroughValues(*condition.input, condition.expression,
                           ReadsOf(condition.expression.text));
    return absl::c_any_of(guards, [&](const ExpressionRead& guard) {
      if (guard.name == "observed" &&
          Overlap(guard.path,
                  {Segment::Field("resources"), Segment::Field(name)})) {
        return true;
      }
      return absl::c_any_of(decisive, [&](const ExpressionRead& read) {
        return read.name == guard.name && Overlap(read.path, guard.path);
      });
    });
  }

  // Adds the needs of a text, and of values what these need. `seen`: the values that are
  // in the result, and whether they have guards.
  static void AddNeeds(const LintInput& input, const LintExpression& expression,
                       absl::string_view text, const ReadList& guards,
                       std::set<std::pair<std::string, bool>>* seen,
                       std::vector<ExpressionNeed>* needs) {
    for (ExpressionNeed& need : NeedsOf(text)) {
      need.guards.insert(need.guards.end(), guards.begin(), guards.end());
      const auto texts = ExpressionsBehind(input, expression, need.read);
      if (!texts.empty() &&
          seen->emplace(need.read.path[0].field, need.guards.empty()).second) {
        for (const std::string& each : texts) {
          AddNeeds(input, expression, each, need.guards, seen, needs);
        }
      }
      needs->push_back(std::move(need));
    }
  }

  const LintPipeline& pipeline_;
  const TemplateTypes& types_;
  LintFindings* findings_;
  std::map<std::string, Condition> conditions_;  // by resource
};

}  // namespace

void CheckNeverCreated(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    NeverCreatedCheck(pipeline, types, findings).Run();
  }
}

}  // namespace loom
