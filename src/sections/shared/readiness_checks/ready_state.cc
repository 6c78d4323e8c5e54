// SPDX-License-Identifier: Apache-2.0
#include "sections/shared/readiness_checks/ready_state.h"

#include <utility>

#include "base/errors.h"
#include "crossplane/objects/status.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

using Ground = Judgement::Ground;

}  // namespace

absl::StatusOr<Judgement> ReadyState::Of(absl::string_view name) {
  auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  absl::StatusOr<Judgement> judgement = Find(name);
  if (!judgement.ok()) return judgement.status();
  known_.emplace(name, *judgement);
  return judgement;
}

absl::StatusOr<Judgement> ReadyState::Find(absl::string_view name) {
  LOOM_ASSIGN_OR_RETURN(const Ready ready, call_.composed.ReadyOf(name));
  bool by_default = false;
  if (ready != Ready::kUnspecified) {
    LOOM_ASSIGN_OR_RETURN(by_default, IsSaidByDefault(name, ready));
    if (!by_default) return Judgement{.ready = ready == Ready::kTrue};
  }
  const bool is_observed = call_.composed.IsObserved(name);
  const absl::string_view by = call_.expansions.TemplateOf(name);
  if (templates_.HasChecks(by) && !call_.expansions.PassesOver(name)) {
    return Judgement{.ground = is_observed ? Ground::kChecks : Ground::kAbsent};
  }
  LOOM_ASSIGN_OR_RETURN(const ReadinessRule* rule,
                        input_.RuleOf(name, by, call_.pool));
  if (rule != nullptr && rule->kind() == ReadinessRule::Kind::kIgnore) {
    if (call_.observer != nullptr) call_.observer->Tested(rule->place(), true);
    return Judgement{.ready = true, .ground = Ground::kRule, .rule = rule};
  }
  if (!is_observed) return Judgement{.ground = Ground::kAbsent};
  if (rule == nullptr && input_.kinds.empty() && by_default) {
    return Judgement{.ready = true};
  }
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
  if (rule == nullptr) {
    LOOM_ASSIGN_OR_RETURN(rule, input_.RuleOfKind(*observed, call_.pool));
  }
  if (rule == nullptr) {
    if (by_default) return Judgement{.ready = true};
    return ByItself(*observed);
  }
  absl::StatusOr<Judgement> judgement = ByRule(*rule, *observed);
  if (!judgement.ok()) return Annotate(judgement.status(), name);
  return judgement;
}

absl::StatusOr<bool> ReadyState::IsSaidByDefault(absl::string_view name,
                                                 Ready ready) {
  if (call_.expansions.PassesOver(name)) return false;
  const OwnTemplate* own = templates_.Find(call_.expansions.TemplateOf(name));
  if (own == nullptr || own->has_checks || ready != Ready::kTrue) return false;
  if (own->makes_object) return true;
  // The template only patches the resource, so the earlier readiness still applies if
  // its default check has not changed it.
  const absl::string_view* bytes = call_.request.desired.resources.Find(name);
  if (bytes == nullptr) return false;
  const absl::StatusOr<Resource> before = Resource::Parse(*bytes);
  LOOM_RETURN_IF_ERROR(
      call_.decoder.Check(before.status(), "desired resource", name));
  return before->ready != ready;
}

absl::StatusOr<Judgement> ReadyState::OfObject(const Value& object) {
  LOOM_ASSIGN_OR_RETURN(const ReadinessRule* rule,
                        input_.RuleOfKind(object, call_.pool));
  return rule == nullptr ? ByItself(object) : ByRule(*rule, object);
}

absl::StatusOr<Judgement> ReadyState::ByRule(const ReadinessRule& rule,
                                             const Value& object) {
  LOOM_ASSIGN_OR_RETURN(RuleVerdict verdict,
                        rule.Judge(object, &variables_, call_.pool));
  if (call_.observer != nullptr) {
    call_.observer->Tested(rule.place(), verdict.ready);
  }
  return Judgement{.ready = verdict.ready,
                   .ground = Ground::kRule,
                   .rule = &rule,
                   .failure = std::move(verdict.failure)};
}

absl::StatusOr<Judgement> ReadyState::ByItself(const Value& object) {
  Pool* pool = call_.pool;
  if (input_.built_in) {
    LOOM_ASSIGN_OR_RETURN(const std::optional<bool> known,
                          CheckKind(object, pool));
    if (known.has_value()) {
      return Judgement{.ready = *known, .ground = Ground::kKind};
    }
  }
  const bool ready = StatusOfCondition(object, "Ready", pool) == "True";
  return Judgement{.ready = ready, .ground = Ground::kCondition};
}

}  // namespace loom
