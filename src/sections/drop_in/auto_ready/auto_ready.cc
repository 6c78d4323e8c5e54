// SPDX-License-Identifier: Apache-2.0
#include "sections/drop_in/auto_ready/auto_ready.h"

#include <optional>

#include "base/errors.h"
#include "crossplane/call/observed_bytes.h"
#include "crossplane/objects/status.h"
#include "data/value/budget.h"
#include "sections/shared/readiness_checks/kind_check.h"

namespace loom {
namespace {

absl::StatusOr<bool> IsReady(absl::string_view name, Call& call) {
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
  if (observed == nullptr) return false;
  LOOM_ASSIGN_OR_RETURN(const std::optional<bool> ready,
                        CheckKind(*observed, call.pool, KindRules::kAutoReady));
  if (ready.value_or(false)) return true;
  return ConditionOf(*observed, "Ready", call.pool) == "True";
}

// Says whether a desired resource is ready, if no earlier step has.
absl::Status SayReady(absl::string_view name, const HealthRules* rules,
                      Call& call, Outcome* outcome) {
  LOOM_RETURN_IF_ERROR(Spend(Finding(1), call.pool));
  LOOM_ASSIGN_OR_RETURN(bool said, call.composed.SaysReady(name));
  if (said) {
    // A value that the contract does not know is none in the answer.
    LOOM_ASSIGN_OR_RETURN(Ready ready, call.composed.ReadyOf(name));
    if (ready != Ready::kUnspecified) return absl::OkStatus();
    return call.composed.SetReady(name, ready);
  }
  if (rules != nullptr && call.composed.IsObserved(name)) {
    LOOM_ASSIGN_OR_RETURN(const Value* observed, call.composed.Observed(name));
    LOOM_ASSIGN_OR_RETURN(std::optional<bool> judged,
                          rules->Judge(name, *observed, call, outcome));
    if (judged.has_value()) {
      return call.composed.SetReady(name,
                                    *judged ? Ready::kTrue : Ready::kFalse);
    }
  }
  LOOM_ASSIGN_OR_RETURN(bool ready, IsReady(name, call));
  return ready ? call.composed.SetReady(name, Ready::kTrue) : absl::OkStatus();
}

}  // namespace

std::unique_ptr<const Section> AutoReady::Parse(Fields& input) {
  auto section = std::make_unique<AutoReady>();
  section->rules_ = HealthRules::Parse(input);
  input.Object("metadata");  // its members do not count
  return section;
}

void AutoReady::AddReads(Reads* reads) const {
  if (rules_.empty()) return AddKindFields(&reads->resources);
  reads->AddAll();
}

absl::Status AutoReady::Run(Call& call, Outcome* outcome) const {
  LOOM_RETURN_IF_ERROR(call.composed.DropConnectionDetails());
  if (!call.health_rules || rules_.empty()) {
    // No section has come before this one, and it gives no results that would need an
    // order.
    for (const auto& entry : call.request.desired.resources.entries()) {
      LOOM_RETURN_IF_ERROR(SayReady(entry.key, nullptr, call, outcome));
    }
    return absl::OkStatus();
  }
  HealthRules rules = rules_;
  LOOM_RETURN_IF_ERROR(rules.Load(call));
  for (absl::string_view name : call.composed.DesiredNames()) {
    LOOM_RETURN_IF_ERROR(SayReady(name, &rules, call, outcome));
  }
  return absl::OkStatus();
}

}  // namespace loom
