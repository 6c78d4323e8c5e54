// SPDX-License-Identifier: Apache-2.0
// A status without what base/discretion.h adds to it, to be compared with one of
// a code and a message.
#pragma once

#include "absl/status/status.h"

namespace loom {

inline absl::Status Plain(const absl::Status& status) {
  return absl::Status(status.code(), status.message());
}

}  // namespace loom
