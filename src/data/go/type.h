// SPDX-License-Identifier: Apache-2.0
// The names that Go has for the types of values: "string", "bool", "float64",
// "int64", "<nil>", "[]interface {}", "map[string]interface {}".
//
//   GoTypeName(Real(5))        "float64": the type that the value has
//   PrintedType(Real(5))       "int64": the type that it prints as
//   PrintedType(Real(0.5))     "float64"
#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// The type of the value in the tree: a number is an int64 or a double as it was
// made. For error messages.
absl::string_view GoTypeName(const Value& value);

// The integer that a number prints as. nullopt: it prints as a float, as minus
// zero does, whose sign would be lost.
std::optional<int64_t> PrintedInteger(const Value& number);

// The type that a value prints as: a whole number is an int64, also one from
// the wire. For notes in formatted texts.
absl::string_view PrintedType(const Value& value);

}  // namespace loom
