// SPDX-License-Identifier: Apache-2.0
// ConditionsSection reports the state of the composite as the author defines it: the
// fields `conditions` (own_condition.h), `events` (own_event.h) and `ready` of the
// native input (docs/status-and-conditions.md).
//
// `ready` decides whether the composite is ready, regardless of its resources, even if
// one is withheld. While the expression is pending, the composite is not ready. If the
// expression fails, the composite is not ready either, and there is a warning.
//
// The section runs last, so `desired` has everything that the step desires. Conditions
// and events keep the order of the input. The rules are ours.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "crossplane/call/call.h"
#include "sections/conditions/own_condition.h"
#include "sections/conditions/own_event.h"

namespace loom {

class ConditionsSection : public Section {
 public:
  static std::unique_ptr<const Section> Parse(Fields& input);

  absl::Status Run(Call& call, Outcome* outcome) const override;

 private:
  absl::StatusOr<SetConditions> Conditions(Call& call) const;
  absl::Status DecideReady(Call& call, Outcome* outcome) const;

  std::vector<OwnCondition> conditions_;
  std::vector<OwnEvent> events_;
  std::optional<InputExpression> ready_;
};

}  // namespace loom
