// SPDX-License-Identifier: Apache-2.0
// Asked is what a section asks Crossplane for, and under which key it will find
// the answer to each of its entries.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "resource/required_resources.h"
#include "resource/requirement.h"

namespace loom {

struct Asked {
  Requirements requirements;
  // One for each entry; none: it asks for nothing and takes nothing.
  std::vector<std::optional<std::string>> keys;
  // What is wrong with the first entry that failed. The others are asked for
  // nevertheless, so that the requirements do not swing.
  absl::Status failed;

  // Whether each requirement has been answered.
  absl::StatusOr<bool> Answered(RequiredResources& required) const;
};

}  // namespace loom
