// SPDX-License-Identifier: Apache-2.0
#include "dependency/ready_state.h"

#include <optional>

#include "base/status_macros.h"
#include "readiness/kind_check.h"
#include "resource/status.h"
#include "value/budget.h"

namespace loom {
namespace {

// The steps for a resource with few conditions.
constexpr uint64_t kSteps = 50;

}  // namespace

absl::StatusOr<bool> IsReady(const Value& object, Pool* pool) {
  LOOM_ASSIGN_OR_RETURN(std::optional<bool> known, CheckKind(object, pool));
  if (known.has_value()) return *known;
  const bool ready = StatusOfCondition(object, "Ready", pool) == "True";
  LOOM_RETURN_IF_ERROR(Spend(0, pool));
  return ready;
}

absl::StatusOr<bool> ReadyState::Of(absl::string_view name) {
  LOOM_RETURN_IF_ERROR(Spend(kSteps, call_.pool));
  auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  LOOM_ASSIGN_OR_RETURN(bool ready, Find(name));
  known_.emplace(name, ready);
  return ready;
}

absl::StatusOr<bool> ReadyState::Find(absl::string_view name) {
  LOOM_ASSIGN_OR_RETURN(const Ready said, call_.composed.ReadyOf(name));
  if (said != Ready::kUnspecified) return said == Ready::kTrue;
  if (templates_.HasChecks(call_.expansions.TemplateOf(name))) return false;
  LOOM_ASSIGN_OR_RETURN(const Value* observed, call_.composed.Observed(name));
  if (observed == nullptr) return false;
  return IsReady(*observed, call_.pool);
}

}  // namespace loom
