// SPDX-License-Identifier: Apache-2.0
// Values within messages: in double quotes, escaped, and no longer than a line.
//
//   Quoted("eu")                  "eu"
//   Quoted(a page of text)        "the first 64 characters"…
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Quoted(absl::string_view text);

}  // namespace loom
