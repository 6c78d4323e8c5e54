// SPDX-License-Identifier: Apache-2.0
// ParserWords says in words of people what yaml-cpp reports, for the case that
// FindMistake finds no better reason.
//
//   "illegal map value"    →  a colon cannot stand here; quote the value, or
//                             check the indentation
//
//   std::string words = ParserWords("illegal map value");
//
// A message that the table does not have becomes "this is no YAML here".
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string ParserWords(absl::string_view message);

}  // namespace loom
