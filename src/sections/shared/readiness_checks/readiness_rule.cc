// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/readiness_rule.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "base/status_macros.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "language/cel/program/add_reads.h"

namespace loom {
namespace {

// The steps of a rule about a resource with few conditions.
constexpr uint64_t kRuleSteps = 20;

struct Word {
  absl::string_view name;
  ReadinessRule::Kind kind;
};
// The last one is not for kinds.
constexpr Word kWords[] = {{"Condition", ReadinessRule::Kind::kCondition},
                           {"Exists", ReadinessRule::Kind::kExists},
                           {"Ignore", ReadinessRule::Kind::kIgnore}};

ReadinessRule::Kind ParseWord(Fields& fields, bool may_ignore) {
  // Whoever knows the members may take this for the word of the second one.
  const std::optional<Input> given = fields.Any("ready");
  if (given->value().IsString() && View(given->value()) == "Checks") {
    fields.at().Invalid("ready",
                        "\"Checks\": list them in checks, in place of ready");
    return ReadinessRule::Kind::kChecks;
  }
  const auto words = absl::MakeConstSpan(kWords, may_ignore ? 3 : 2);
  const Word* word = fields.Choice("ready", words, &kWords[0]);
  return word == nullptr ? ReadinessRule::Kind::kCondition : word->kind;
}

}  // namespace

ReadinessRule ReadinessRule::Parse(Fields& fields, bool may_ignore) {
  const Input& at = fields.at();
  ReadinessRule rule;
  rule.place_ = at.place();
  if (fields.Has("ready")) rule.kind_ = ParseWord(fields, may_ignore);
  const std::vector<Input> checks = fields.List("checks");
  if (fields.Has("checks")) {
    rule.kind_ = Kind::kChecks;
    if (checks.empty()) at.Missing("checks", "want one check or more");
    rule.checks_ = Readiness::Parse(checks);
  }
  rule.expression_ = InputExpression::Read(
      fields, "readyWhen", kNamesOfCall | ExpressionName::kObject,
      ExpressionType::kBool);
  if (rule.expression_.has_value()) rule.kind_ = Kind::kExpression;
  if (int{fields.Has("ready")} + int{fields.Has("checks")} +
          int{fields.Has("readyWhen")} >
      1) {
    at.Problem("ready, checks and readyWhen exclude each other");
  }
  return rule;
}

absl::StatusOr<RuleVerdict> ReadinessRule::Judge(const Value& observed,
                                                 CallVariables* variables,
                                                 Pool* pool) const {
  LOOM_RETURN_IF_ERROR(Spend(kRuleSteps, pool));
  RuleVerdict verdict{.ready = true};
  switch (kind_) {
    case Kind::kExists:
    case Kind::kIgnore:
      return verdict;
    case Kind::kCondition:
      verdict.ready = StatusOfCondition(observed, "Ready", pool) == "True";
      LOOM_RETURN_IF_ERROR(SpendNoted(pool));
      break;
    case Kind::kChecks: {
      absl::StatusOr<bool> holds = checks_->Check(observed, pool);
      if (EndsCall(holds.status())) return holds.status();
      verdict.ready = holds.value_or(false);
      verdict.failure = holds.status();
      break;
    }
    case Kind::kExpression:
      return Evaluate(observed, variables, pool);
  }
  return verdict;
}

absl::StatusOr<RuleVerdict> ReadinessRule::Evaluate(const Value& observed,
                                                    CallVariables* variables,
                                                    Pool* pool) const {
  variables->object = &observed;
  absl::StatusOr<bool> holds = expression_->Bool(variables, pool);
  if (holds.ok()) return RuleVerdict{.ready = *holds};
  if (!absl::IsNotFound(holds.status())) return holds.status();
  return RuleVerdict{.ready = false, .failure = holds.status()};
}

void ReadinessRule::AddReads(Reads* reads, FieldMask* object) const {
  if (checks_.has_value()) checks_->AddReads(object);
  if (expression_.has_value()) loom::AddReads(*expression_, reads, object);
}

}  // namespace loom
