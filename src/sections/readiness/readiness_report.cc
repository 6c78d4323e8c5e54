// SPDX-License-Identifier: Apache-2.0
#include "sections/readiness/readiness_report.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "base/shortened.h"
#include "base/status_macros.h"
#include "crossplane/contract/transition.h"
#include "data/value/budget.h"

namespace loom {
namespace {

constexpr absl::string_view kType = "ResourcesReady";
// How many entries a message lists.
constexpr size_t kShown = 10;

}  // namespace

absl::Status ReadinessReport::Add(absl::string_view name, absl::string_view why,
                                  Pool* pool) {
  if (++entries_ > kShown) return absl::OkStatus();
  const size_t before = text_.size();
  absl::StrAppend(&text_, entries_ > 1 ? ", " : "", Cut(name, limits::kName),
                  " (", why, ")");
  return Charge(text_.size() - before, pool);
}

bool ReadinessReport::tells_more() const { return entries_ < kShown; }

absl::Status ReadinessReport::Finish(Call& call, Outcome* outcome) const {
  Condition condition{.type = std::string(kType),
                      .status = ConditionStatus::kTrue,
                      .reason = "AllReady",
                      .message = ""};
  if (entries_ > 0) {
    condition.status = ConditionStatus::kFalse;
    condition.reason = "NotReady";
    condition.message = text_;
    if (entries_ > kShown) {
      absl::StrAppend(&condition.message, ", and ", entries_ - kShown, " more");
    }
    LOOM_ASSIGN_OR_RETURN(const Value* composite, call.composite.Observed());
    const std::optional<Condition> before =
        ObservedCondition(*composite, kType);
    if (!before.has_value() || before->status != condition.status ||
        before->message != condition.message) {
      outcome->results.push_back(
          {Severity::kNormal, absl::StrCat("not ready: ", condition.message),
           condition.reason});
    }
  }
  outcome->conditions.push_back(std::move(condition));
  return absl::OkStatus();
}

}  // namespace loom
