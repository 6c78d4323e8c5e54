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
#include "value/value.h"

namespace loom {

// In messages: a number is what it was made as.
absl::string_view GoTypeName(const Value& value);

// The integer that a number prints as; nullopt: it prints as a float. Minus
// zero does: only so its sign is seen.
std::optional<int64_t> PrintedInteger(const Value& number);

// What a value prints as: whole numbers are int64 from wherever they came.
absl::string_view PrintedType(const Value& value);

}  // namespace loom
