// SPDX-License-Identifier: Apache-2.0
// Upper and lower case as Go's strings.ToUpper and ToLower map them: each
// character to one character, by no rule of any one language.
//
//   ToUpperCase("straße")     "STRAßE": ß has no capital of one character
//   ToLowerCase("ΑΣ")         "ασ": a final Σ is not special
//   ToLowerCase("İ")          "i"
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string ToUpperCase(absl::string_view text);
std::string ToLowerCase(absl::string_view text);

}  // namespace loom
