// SPDX-License-Identifier: Apache-2.0
// A result is a message that Crossplane records as an event of the composite.
// One that is FATAL also ends the step.
#pragma once

#include <string>

namespace loom {

enum class Severity { kFatal = 1, kWarning = 2, kNormal = 3 };

struct Result {
  Severity severity;
  std::string message;
  std::string reason;  // empty: the result has none
};

}  // namespace loom
