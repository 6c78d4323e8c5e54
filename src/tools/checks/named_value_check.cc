// SPDX-License-Identifier: Apache-2.0
// Values with names (language/cel/program/named_values.h) that no expression reads.
#include <set>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/rule_table.h"

namespace loom {
namespace {

class NamedValueCheck {
 public:
  NamedValueCheck(const LintInput& input, LintFindings* findings)
      : input_(input), findings_(findings) {}

  void Run() {
    const std::vector<LintResource>& resources = ResourcesOf(input_);
    for (const LintExpression& each : ExpressionsOf(input_, resources)) {
      const std::string owner =
          each.resource == nullptr ? "" : each.resource->place;
      for (const ExpressionRead& read : ReadsOf(each.text)) {
        if (read.name != "values" || read.path.empty()) continue;
        read_.emplace(owner, read.path[0].field);
        read_.emplace("", read.path[0].field);
        is_of_set_ |= absl::StartsWith(each.place, "patchSets");
      }
    }
    Report("", *input_.value);
    for (const LintResource& each : resources) {
      Report(each.place, *each.value);
    }
  }

 private:
  void Report(const std::string& owner, const Value& holder) {
    const Value* values = holder.IsObject() ? Find(holder, "values") : nullptr;
    if (values == nullptr || !values->IsObject()) return;
    for (const Member& member : Members(*values)) {
      const std::string name(View(member.name));
      // A patch set may read those of the resources that use it.
      if (read_.contains({is_of_set_ ? "" : owner, name})) continue;
      findings_->Add("input/unused-value", *input_.document,
                     input_.At(absl::StrCat(owner, owner.empty() ? "" : ".",
                                            "values.", name)),
                     absl::StrCat("no expression reads the value ", name),
                     absl::StrCat("remove it, or read it as values.", name),
                     YamlPart::kKey);
    }
  }

  const LintInput& input_;
  LintFindings* findings_;
  // Names, with the resource whose expressions read them; "" for any.
  std::set<std::pair<std::string, std::string>> read_;
  bool is_of_set_ = false;
};

}  // namespace

void CheckNamedValues(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    if (input->native()) NamedValueCheck(*input, findings).Run();
  }
}

}  // namespace loom
