// SPDX-License-Identifier: Apache-2.0
// Floating point numbers as Go's fmt prints them. Part of data/go/format.h.
//
//   %v of 0.1       0.1         %v of 1e21     1e+21
//   %.1f of 2.25    2.2         %e of 2.5      2.500000e+00
//   %x of 2.5       0x1.4p+01   %b of 2.5      5629499534213120p-51
#pragma once

#include <string>

#include "data/go/text.h"

namespace loom {

// Prints a number under one of the verbs v e E f F g G b x X. Under any other
// verb it prints nothing and returns false.
bool PrintFloat(double value, const Directive& directive, std::string* out);

// Whether the verb is one of e E f F g G, which integers do not have.
bool IsFloatVerb(char32_t verb);

}  // namespace loom
