// SPDX-License-Identifier: Apache-2.0
// WithBreaksOf gives a text the line breaks of the text that it was made of: if the first
// line of that one ends in CR LF, all lines do.
//
//   std::string text = WithBreaksOf("a: 1\r\n", "a: 1\r\nb: 2\n");
//   // "a: 1\r\nb: 2\r\n"
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string WithBreaksOf(absl::string_view before, std::string text);

}  // namespace loom
