// SPDX-License-Identifier: Apache-2.0
// What a section of the input asks Crossplane for, and under which key it will
// find the answer to each of its entries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "resource/required.h"
#include "resource/requirement.h"

namespace loom {

struct Asked {
  Requirements requirements;
  // One for each entry; none: it asks for nothing and takes nothing.
  std::vector<std::optional<std::string>> keys;

  // Whether each requirement has been answered.
  absl::StatusOr<bool> Answered(RequiredResources& required) const;
};

}  // namespace loom
