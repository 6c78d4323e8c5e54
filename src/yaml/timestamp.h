// SPDX-License-Identifier: Apache-2.0
// Whether text is what YAML 1.1 takes for a date, as far as Go reads it:
//
//   2024-01-01   2024-1-1   2024-01-01T10:00:00Z   2024-01-01 10:00:00.5
//
// and not 2024-13-01 (no such month), 2024-01-01T10:00 (no seconds).
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

bool IsTimestamp(absl::string_view text);

}  // namespace loom
