// SPDX-License-Identifier: Apache-2.0
// The order in which go-yaml v2 writes the members of a map: digits count as
// numbers, letters come after everything else, upper case before lower.
//
//   a1 a2 a10     (not a1 a10 a2)
//   a/b ab        (no letter before a letter)
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "value/value.h"

namespace loom {

bool KeyLess(absl::string_view a, absl::string_view b);

std::vector<const Member*> InKeyOrder(const Value& object);

}  // namespace loom
