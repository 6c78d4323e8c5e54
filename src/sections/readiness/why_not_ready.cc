// SPDX-License-Identifier: Apache-2.0
#include "sections/readiness/why_not_ready.h"

#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "base/shortened.h"
#include "crossplane/objects/status.h"
#include "sections/shared/readiness_checks/kind_check.h"
#include "sections/shared/readiness_checks/kind_reason.h"

namespace loom {
namespace {

// An error may quote a key of any length.
constexpr size_t kLongest = 200;

// A resource that the cloud refuses says so by another condition.
std::string ReadyText(const Value& observed, Pool* pool) {
  std::string text = ConditionText(observed, "Ready", pool);
  if (StatusOfCondition(observed, "Synced", pool) == "False") {
    absl::StrAppend(&text, ", ", ConditionText(observed, "Synced", pool));
  }
  return text;
}

std::string RuleText(const Judgement& judgement, const Value& observed,
                     Pool* pool) {
  const ReadinessRule& rule = *judgement.rule;
  switch (rule.kind()) {
    case ReadinessRule::Kind::kCondition:
      return ReadyText(observed, pool);
    case ReadinessRule::Kind::kChecks:
      return absl::StrCat("checks of ", rule.place());
    case ReadinessRule::Kind::kExpression:
      if (judgement.failure.ok()) {
        return absl::StrCat(rule.place(), ".readyWhen is false");
      }
      return Cut(MessageOf(judgement.failure, pool->discreet()), kLongest);
    case ReadinessRule::Kind::kExists:
    case ReadinessRule::Kind::kIgnore:
      break;
  }
  return "not observed yet";
}

}  // namespace

std::string WhyNotReady(const Judgement& judgement, const Value* observed,
                        Pool* pool) {
  if (judgement.ground == Judgement::Ground::kSaid) {
    return "an earlier step says so";
  }
  if (observed == nullptr) return "not observed yet";
  switch (judgement.ground) {
    case Judgement::Ground::kChecks:
      return "readinessChecks of its template";
    case Judgement::Ground::kRule:
      return RuleText(judgement, *observed, pool);
    case Judgement::Ground::kKind:
      return WhyKindIsNotReady(*observed, pool);
    case Judgement::Ground::kCondition:
      return ReadyText(*observed, pool);
    case Judgement::Ground::kSaid:
    case Judgement::Ground::kAbsent:
      break;
  }
  return "not observed yet";
}

}  // namespace loom
