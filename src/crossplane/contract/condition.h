// SPDX-License-Identifier: Apache-2.0
// A condition says how one aspect of the composite is at this call, in the form
// that conditions have in Kubernetes.
#pragma once

#include <string>

namespace loom {

enum class ConditionStatus { kUnknown, kTrue, kFalse };

struct Condition {
  std::string type;
  ConditionStatus status = ConditionStatus::kUnknown;
  std::string reason;
  // Empty: the condition has no message.
  std::string message;
  // The message of the result that announces the condition; empty: the same one.
  std::string told = {};
};

}  // namespace loom
