// SPDX-License-Identifier: Apache-2.0
// Habit suggests the CEL form of a word or sign that people write in expressions out of
// habit from other languages. The suggestion is appended to the error message:
//
//   1:3: expected an operator or the end, got "and"; write &&
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// The role of the word: a function, a name, or an operator.
enum class HabitOf { kFunction, kName, kOperator };

// Returns "; write size(x)", or "" if the word is not in the table.
std::string Habit(HabitOf of, absl::string_view word);

}  // namespace loom
