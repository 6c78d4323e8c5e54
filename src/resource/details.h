// SPDX-License-Identifier: Apache-2.0
// Connection details, as composed resources have them and the composite
// publishes them: bytes by name.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// What is published. In the order of the names, so that what is made of it is,
// too.
using Details = std::map<std::string, std::string, std::less<>>;

// What was observed: views of the request, in the order of the wire.
using ObservedDetails =
    std::vector<std::pair<absl::string_view, absl::string_view>>;

}  // namespace loom
