// SPDX-License-Identifier: Apache-2.0
// Numbers as go-yaml writes them.
//
//   1000000 → 1000000    1234567.5 → 1.2345675e+06    1e-7 → 1e-07
//   1e21 → 1e+21         18446744073709551616 → 1.8446744073709552e+19
#pragma once

#include <string>

#include "value/value.h"

namespace loom {

// Whole ones plainly as far as 64 bits go, signed or not; others as Go's %g.
// The number is finite.
std::string YamlNumber(const Value& number);

// A number that stands as a key: Go keeps 32 bits of it.
std::string YamlNumberKey(double number);

}  // namespace loom
