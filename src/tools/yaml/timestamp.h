// SPDX-License-Identifier: Apache-2.0
// IsTimestamp tells whether a text is a date or a time as YAML 1.1 knows them,
// as far as go-yaml v2 recognizes them:
//
//   2024-01-01   2024-1-1   2024-01-01T10:00:00Z   2024-01-01 10:00:00.5
//
// These are none: 2024-13-01 (there is no such month) and 2024-01-01T10:00 (it
// has no seconds).
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

bool IsTimestamp(absl::string_view text);

}  // namespace loom
