// SPDX-License-Identifier: Apache-2.0
// Integers and booleans as Go's fmt prints them. Part of go_format.h.
//
//   %05d of 42  00042       %x of 42  2a       %q of 42   '*'
//
// Each prints one value; false, with nothing printed, if the verb is not one
// of that type's.
#pragma once

#include <cstdint>
#include <string>

#include "go/text.h"

namespace loom {

// v d b o O x X c q U
bool PrintInteger(int64_t value, const Directive& directive, std::string* out);

// v t
bool PrintBool(bool value, const Directive& directive, std::string* out);

}  // namespace loom
