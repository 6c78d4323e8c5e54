// SPDX-License-Identifier: Apache-2.0
// Plain returns a status without what base/redacted_message.h adds to it, so that a test can
// compare it with a status that has only a code and a message.
#pragma once

#include "absl/status/status.h"

namespace loom {

inline absl::Status Plain(const absl::Status& status) {
  return absl::Status(status.code(), status.message());
}

}  // namespace loom
