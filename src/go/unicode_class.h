// SPDX-License-Identifier: Apache-2.0
// The names in \p{…} as Go reads them since 1.25, in the names RE2 knows: the
// long names of Unicode's categories, and upper and lower case, blanks, `_`
// and `-` for what they are worth, which is nothing.
//
//   ClassInRe2("Lowercase_Letter") == "Ll"
//   ClassInRe2("greek") == "Greek"
//   ClassInRe2("Old_Italic") == "Old_Italic"   RE2 knows it as it is
//   ClassInRe2("foo") == "Foo"                 which RE2 refuses
//
// Go's ASCII, Assigned, Cn and LC have no name in RE2 and are refused.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string ClassInRe2(absl::string_view name);

}  // namespace loom
