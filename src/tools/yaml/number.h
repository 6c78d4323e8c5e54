// SPDX-License-Identifier: Apache-2.0
// Numbers as go-yaml v2 writes them: a whole number that fits into 64 bits
// (with or without a sign) as its digits, any other number as %g of Go's fmt
// does.
//
//   1000000 → 1000000    1234567.5 → 1.2345675e+06    1e-7 → 1e-07
//   1e21 → 1e+21         18446744073709551616 → 1.8446744073709552e+19
#pragma once

#include <string>

#include "data/value/value.h"

namespace loom {

// The number must be finite.
std::string YamlNumber(const Value& number);

// A number that is the key of a map. Go converts it to a float of 32 bits
// first, so digits may get lost.
std::string YamlNumberKey(double number);

}  // namespace loom
