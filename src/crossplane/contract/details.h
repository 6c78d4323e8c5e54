// SPDX-License-Identifier: Apache-2.0
// Connection details are pairs of a name and bytes. Composed resources have
// them, and the composite publishes them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// The details that are published, in the order of their names. This makes the
// order of everything that is made of them the same on every call.
using Details = std::map<std::string, std::string, std::less<>>;

// The details that were observed: views of the request, in its order.
using ObservedDetails =
    std::vector<std::pair<absl::string_view, absl::string_view>>;

}  // namespace loom
