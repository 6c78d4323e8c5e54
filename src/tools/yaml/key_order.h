// SPDX-License-Identifier: Apache-2.0
// The order in which go-yaml v2 writes the keys of a map: keys are compared
// character by character, runs of digits by their value, and at the first
// difference a character that is no letter comes before a letter. Letters are
// compared by their code points, so upper case comes before lower case.
//
//   a1 a2 a10     (and not a1 a10 a2)
//   a/b ab        (/ is no letter)
//   B a           (B is upper case)
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Whether the key `a` is written before the key `b`.
bool KeyLess(absl::string_view a, absl::string_view b);

// The members of an object in that order.
std::vector<const Member*> InKeyOrder(const Value& object);

}  // namespace loom
