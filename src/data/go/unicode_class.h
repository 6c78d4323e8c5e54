// SPDX-License-Identifier: Apache-2.0
// The names of Unicode classes in \p{…} that Go reads since 1.25 and RE2 does
// not: the long names of categories, and any name in another case or with
// blanks, `_` and `-`, which do not count. The rule is Go's.
//
//   ClassInRe2("Lowercase_Letter")     "Ll"
//   ClassInRe2("greek")                "Greek"
//   ClassInRe2("foo")                  "Foo", which RE2 refuses
//
// A name that RE2 knows as it stands, such as Old_Italic, is not to be given to
// ClassInRe2: it would make Olditalic of it. Go's ASCII, Assigned, Cn and LC
// have no name in RE2 and are refused.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

// The name by which RE2 knows the class `name`, which it does not know as such.
std::string ClassInRe2(absl::string_view name);

}  // namespace loom
