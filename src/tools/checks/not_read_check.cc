// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/value/object.h"
#include "language/cel/program/expression_reads.h"
#include "language/cel/program/inline_text.h"
#include "tools/checks/rule_table.h"
#include "tools/workspace/input_mistakes.h"
#include "tools/yaml/nodes.h"

namespace loom {
namespace {

constexpr absl::string_view kRule = "expression/not-read";

// Returns whether it is meant for function-loom. Shells, policies and other tools also
// write ${…} and {{ … }}, but not with a path into the state of a call.
bool ReadsState(absl::string_view expression) {
  return absl::c_any_of(ReadsOf(expression), [](const ExpressionRead& read) {
    static const auto& names =
        *new std::set<std::string>{"composite", "desired",  "environment",
                                   "observed",  "required", "values"};
    return names.contains(read.name) && !read.path.empty();
  });
}

bool HasExpression(absl::string_view text) {
  if (!IsInline(text)) return false;
  const auto parts = PartsOf(text);
  return parts.ok() && absl::c_any_of(*parts, [](const InlinePart& part) {
           return part.is_expression && ReadsState(part.text);
         });
}

// Returns the expression in the braces of another tool; "" if there is none:
//
//   {{ .composite.spec.region | quote }}, $(composite.spec.region)
//                                         composite.spec.region
std::string InOtherBraces(absl::string_view text) {
  constexpr std::pair<absl::string_view, absl::string_view> kBraces[] = {
      {"{{", "}}"}, {"$(", ")"}};
  for (const auto& [open, close] : kBraces) {
    for (size_t at = text.find(open); at != text.npos;
         at = text.find(open, at + 1)) {
      absl::string_view inside = text.substr(at + open.size());
      inside = inside.substr(0, inside.find(close));
      inside = inside.substr(0, inside.find('|'));
      inside = absl::StripAsciiWhitespace(inside);
      absl::ConsumePrefix(&inside, "$");
      absl::ConsumePrefix(&inside, ".");
      if (ReadsState(inside)) return std::string(inside);
    }
  }
  return "";
}

class NotReadCheck {
 public:
  NotReadCheck(const LintInput& input, LintFindings* findings)
      : input_(input), findings_(findings) {
    for (const auto& each : input.planned->problems.expressions()) {
      read_.insert(PathText(StepsOf(each.place, *input.value)));
    }
    // One finding says it.
    for (const auto& each : input.planned->problems.problems()) {
      read_.insert(PathText(StepsOf(each.place, *input.value)));
    }
  }

  void Walk(const Value& value) {
    if (value.IsString()) return CheckString(View(value));
    if (value.IsArray()) {
      for (rapidjson::SizeType i = 0; i < value.Size(); ++i) {
        steps_.push_back(absl::StrCat(i));
        Walk(ItemAt(value, i));
        steps_.pop_back();
      }
    }
    if (!value.IsObject()) return;
    for (const Member& each : Members(value)) {
      steps_.emplace_back(View(each.name));
      if (HasExpression(View(each.name)) && !read_.contains(PathText(steps_))) {
        Report("a key is not an expression here",
               steps_[0] == "status" ? "compute the whole map, for example "
                                       "\"${{composite.spec.team: 'true'}}\""
                                     : WayOut(),
               YamlPart::kKey);
      }
      Walk(each.value);
      steps_.pop_back();
    }
  }

 private:
  void CheckString(absl::string_view text) {
    if (const std::string inside = InOtherBraces(text); !inside.empty()) {
      Report("this is a constant: an expression is written in ${…}",
             absl::StrCat("write ${", inside, "}"));
    } else if (HasExpression(text) && !read_.contains(PathText(steps_))) {
      Report("no expressions are read here, so this is a constant", WayOut());
    }
  }

  std::string WayOut() const {
    const bool of_resource = steps_.size() > 2 && steps_[0] == "resources";
    if (of_resource && steps_[2] == "base") {
      return "write the object in template instead of base";
    }
    if (absl::c_linear_search(steps_, "connectionDetails")) {
      return of_resource ? "use type: FromExpression, and write the expression "
                           "without ${ and }"
                         : "write fromExpression instead, without ${ and }";
    }
    return "use a patch of type FromExpression, or an expression in a template";
  }

  void Report(absl::string_view message, absl::string_view help,
              YamlPart part = YamlPart::kValue) {
    findings_->Add(kRule, *input_.document, input_.At(PathText(steps_)),
                   message, help, part);
  }

  const LintInput& input_;
  LintFindings* findings_;
  // The places of all compiled expressions, and of those that are refused.
  std::set<std::string> read_;
  std::vector<std::string> steps_;
};

}  // namespace

void CheckNotRead(const Corpus& corpus, LintFindings* findings) {
  for (const auto& input : corpus.inputs()) {
    if (input->native()) NotReadCheck(*input, findings).Walk(*input->value);
  }
}

}  // namespace loom
