// SPDX-License-Identifier: Apache-2.0
// A result is what a step tells people once, as an event of the composite.
#pragma once

#include <string>

namespace loom {

enum class Severity { kFatal = 1, kWarning = 2, kNormal = 3 };

struct Result {
  Severity severity;
  std::string message;
  std::string reason;  // empty: none
};

}  // namespace loom
