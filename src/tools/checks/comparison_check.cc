// SPDX-License-Identifier: Apache-2.0
// A comparison with a value that the schema does not allow has the same result for every
// object.
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/types/span.h"
#include "base/strings.h"
#include "crossplane/objects/object.h"
#include "data/go/format.h"
#include "data/value/object.h"
#include "data/yaml/scalar.h"
#include "language/cel/program/expression_reads.h"
#include "tools/checks/input_walk.h"
#include "tools/checks/read_field.h"
#include "tools/checks/rule_table.h"
#include "tools/checks/template_types.h"
#include "tools/schemas/kind_schemas.h"

namespace loom {
namespace {

// Returns the type of a literal, as in schemas; "" for null and bytes. Numbers of all types
// may be equal.
std::string TypeOfLiteral(const Literal& literal) {
  if (std::holds_alternative<std::string>(literal)) return "string";
  if (std::holds_alternative<bool>(literal)) return "boolean";
  const bool is_number = std::holds_alternative<int64_t>(literal) ||
                         std::holds_alternative<uint64_t>(literal) ||
                         std::holds_alternative<double>(literal);
  return is_number ? "number" : "";
}

bool IsOfOtherType(const Literal& literal, absl::string_view type) {
  const std::string given = TypeOfLiteral(literal);
  return !given.empty() && !type.empty() &&
         given != (type == "integer" ? "number" : type);
}

// Returns the strings that the schema allows; none if it does not list them all.
std::vector<std::string> AllowedTexts(const KindSchema& kind,
                                      const Value& schema) {
  // The lists of Kubernetes grow with its versions.
  if (kind.definition == nullptr || TypeIn(schema) != "string") return {};
  std::vector<std::string> allowed;
  for (const Value& each : ItemsAt(schema, {"enum"})) {
    if (!each.IsString()) return {};
    allowed.emplace_back(View(each));
  }
  return allowed;
}

// Returns how to write a comparison of that field with a string.
std::string InsteadOf(const ExpressionComparison& comparison,
                      absl::string_view type) {
  const auto* text = std::get_if<std::string>(&comparison.literals.front());
  if (comparison.literals.size() > 1) return "";
  if (text == nullptr) {
    return type == "string" ? "write the value in quotes" : "";
  }
  int64_t number = 0;
  if (type == "integer" && absl::SimpleAtoi(*text, &number)) {
    return absl::StrCat("write ", *text, " without quotes");
  }
  const bool is_true = *text == "true";
  if (type != "boolean" || (!is_true && *text != "false") ||
      comparison.sign == "in") {
    return "";
  }
  const std::string path = ToString(comparison.read.path);
  if (comparison.read.is_optional || absl::StrContains(path, "[")) {
    return absl::StrCat("write ", *text, " without quotes");
  }
  const bool positive = is_true == (comparison.sign == "==");
  return absl::StrCat("write ", positive ? "" : "!", comparison.read.name, ".",
                      path);
}

class ComparisonCheck {
 public:
  ComparisonCheck(const LintInput& input, const TemplateTypes& types,
                  LintFindings* findings)
      : input_(input), types_(types), findings_(findings) {}

  void Run() {
    for (const LintExpression& expression :
         ExpressionsOf(input_, ResourcesOf(input_))) {
      for (const ExpressionComparison& each : ComparisonsOf(expression.text)) {
        Check(expression, each);
      }
    }
  }

 private:
  void Check(const LintExpression& expression,
             const ExpressionComparison& comparison) {
    const TypedField field =
        FieldOf(input_, types_, expression, comparison.read);
    if (field.kind == nullptr || field.kind->common || field.path.empty()) {
      return;
    }
    const SchemaPlace place = FollowPath(*field.kind, field.path);
    if (place.answer != SchemaPlace::Answer::kKnown) return;
    const std::string type(TypeIn(*place.schema));
    const bool all_of_other_type = absl::c_all_of(
        comparison.literals,
        [&](const Literal& each) { return IsOfOtherType(each, type); });
    const std::string path = ToString(field.path);
    if (all_of_other_type && !comparison.literals.empty()) {
      Report(expression,
             absl::StrCat(path, " of ", field.kind->kind, " is ",
                          TypeWords(type), ", which never equals ",
                          TypeWords(TypeOfLiteral(comparison.literals[0]))),
             InsteadOf(comparison, type));
      return;
    }
    CheckAllowed(expression, comparison, *field.kind, *place.schema, path);
  }

  void CheckAllowed(const LintExpression& expression,
                    const ExpressionComparison& comparison,
                    const KindSchema& kind, const Value& schema,
                    const std::string& path) {
    const std::vector<std::string> allowed = AllowedTexts(kind, schema);
    if (allowed.empty()) return;
    for (const Literal& each : comparison.literals) {
      const auto* text = std::get_if<std::string>(&each);
      if (text == nullptr || absl::c_linear_search(allowed, *text)) continue;
      const std::string meant = NearestName(*text, allowed);
      Report(expression,
             absl::StrCat(path, " of ", kind.kind, " is never ", Quoted(*text),
                          "; it is one of ", absl::StrJoin(allowed, ", ")),
             MeantHelp(meant));
      if (!meant.empty()) {
        findings_->Replace(*input_.document, *text, meant);
      }
    }
  }

  void Report(const LintExpression& expression, absl::string_view message,
              absl::string_view help) {
    findings_->Add("expression/comparison", *input_.document,
                   input_.At(expression.place), message, help);
  }

  const LintInput& input_;
  const TemplateTypes& types_;
  LintFindings* findings_;
};

}  // namespace

void CheckComparisons(const Corpus& corpus, LintFindings* findings) {
  for (const LintPipeline& pipeline : corpus.pipelines()) {
    const TemplateTypes types(corpus, pipeline);
    for (const LintInput* input : pipeline.inputs) {
      if (input->native()) ComparisonCheck(*input, types, findings).Run();
    }
  }
}

}  // namespace loom
