// SPDX-License-Identifier: Apache-2.0
// The fields of resources that `references` fill from the status of the same resource.
// The `identities` section, which comes later, refuses those that belong to the user.
#pragma once

#include <string>
#include <vector>

namespace loom {

struct OwnStatusWrite {
  std::string place;  // of the reference in the input
  std::string resource;
  std::string field;
};

// Input::Made keeps them.
using OwnStatusWrites = std::vector<OwnStatusWrite>;

}  // namespace loom
