// SPDX-License-Identifier: Apache-2.0
// Integers and booleans as Go's fmt prints them. Part of data/go/format.h.
//
//   %05d of 42      00042
//   %x of 42        2a
//   %q of 42        '*'
//   %t of true      true
//
// Each function prints one value. It returns false and prints nothing if the
// type does not have the verb.
#pragma once

#include <cstdint>
#include <string>

#include "data/go/text.h"

namespace loom {

// The verbs are v d b o O x X c q U.
bool PrintInteger(int64_t value, const Directive& directive, std::string* out);

// The verbs are v t.
bool PrintBool(bool value, const Directive& directive, std::string* out);

}  // namespace loom
