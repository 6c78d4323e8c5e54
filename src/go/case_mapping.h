// SPDX-License-Identifier: Apache-2.0
// Upper and lower case as Go maps them: letter by letter, one to one, in no
// language in particular.
//
//   ToUpperCase("straße") == "STRAßE"     ß has no single capital
//   ToLowerCase("ΑΣ") == "ασ"             nor is a final σ special
//   ToLowerCase("İ") == "i"
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string ToUpperCase(absl::string_view text);
std::string ToLowerCase(absl::string_view text);

}  // namespace loom
