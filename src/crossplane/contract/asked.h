// SPDX-License-Identifier: Apache-2.0
// Asked is what a section asks Crossplane for in one round: its requirements,
// and for each entry of the section the key under which the answer arrives.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "crossplane/contract/required_resources.h"
#include "crossplane/contract/requirement.h"

namespace loom {

struct Asked {
  Requirements requirements;
  // One element for each entry of the section. nullopt: the entry gets no
  // objects.
  std::vector<std::optional<std::string>> keys;
  // The entries that ask for nothing because an expression of theirs is pending, by
  // their index, and what it lacks.
  std::map<size_t, absl::Status> pending;
  // The error of the first entry that failed. The requirements of the other
  // entries are complete nevertheless, so that they stay the same from round to
  // round.
  absl::Status failed;

  // Whether every requirement has been answered.
  absl::StatusOr<bool> Answered(RequiredResources& required) const;
};

}  // namespace loom
