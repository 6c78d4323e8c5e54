// SPDX-License-Identifier: Apache-2.0
// ProblemsOfInput reads an input as a call would, and says what is wrong with it:
// its mistakes, each with its place, joined by "; ".
//
//   ProblemsOfInput(input)      ""
//   ProblemsOfInput(other)      rules[0]: unknown field "sequnce", did you mean
//                               "sequence"?
#pragma once

#include <string>

#include "data/value/value.h"

namespace loom {

std::string ProblemsOfInput(const Value& input);

}  // namespace loom
