// SPDX-License-Identifier: Apache-2.0
// Where something stands in an expression: line and column, both from 1, as editors
// count them. Columns count characters.
//
//   PlaceIn("a &&\n b", 6)      // "2:2"
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

std::string PlaceIn(absl::string_view text, size_t offset);

// InvalidArgument: "1:5: message".
absl::Status ErrorAt(absl::string_view text, size_t offset,
                     absl::string_view message);

}  // namespace loom
