// SPDX-License-Identifier: Apache-2.0
// Habits are words and signs of other languages that people write in expressions, and what
// CEL has in their place. A message about one of them ends with it:
//
//   1:1: unknown function "len"; write size(x)
//   1:3: want an operator or the end, got "and"; write &&
//   1:1: unknown name "xr"; write composite
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// Where the word stands: in place of a function, of a name, or of an operator.
enum class HabitOf { kFunction, kName, kOperator };

// "; write size(x)", or "" if nothing is known of the word.
std::string Habit(HabitOf of, absl::string_view word);

}  // namespace loom
