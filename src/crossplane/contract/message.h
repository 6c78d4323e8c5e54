// SPDX-License-Identifier: Apache-2.0
// Shown converts the message of a result or condition to the form in which the response
// contains it. Messages quote names and values of tenants, and people read them in
// terminals and on web pages. Control characters (base/strings.h) are therefore
// escaped, and bytes that are not UTF-8, which Crossplane would reject, are replaced by
// U+FFFD. A message longer than limits::kMessage is cut before the first character that
// does not fit, and ends with `…`.
//
// Line feeds and tabs are also escaped, because a line that begins with a tenant's
// string could look like a line of ours. The rule is ours: the Go functions do not
// escape these characters.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Shown(absl::string_view message);

}  // namespace loom
