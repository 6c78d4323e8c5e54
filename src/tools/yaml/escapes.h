// SPDX-License-Identifier: Apache-2.0
// MendEscapes mends what yaml-cpp makes of two escapes between double quotes: of
// `\N`, the next line (U+0085), and of `\_`, the non-breaking space (U+00A0), which
// PyYAML writes, it makes one byte, which is no UTF-8.
//
//   std::string text = MendEscapes("a\xA0z");     // "a\xC2\xA0z"
//
// The rest of the text must be UTF-8, as it is if the file is: then a byte that
// belongs to no character can come from these escapes alone.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string MendEscapes(absl::string_view text);

}  // namespace loom
