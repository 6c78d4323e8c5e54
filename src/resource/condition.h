// SPDX-License-Identifier: Apache-2.0
// A condition of the composite that a step reports, as Kubernetes knows them.
#pragma once

#include <string>

namespace loom {

enum class ConditionStatus { kUnknown, kTrue, kFalse };

struct Condition {
  std::string type;
  ConditionStatus status = ConditionStatus::kUnknown;
  std::string reason;
  // Empty: none.
  std::string message;
};

}  // namespace loom
