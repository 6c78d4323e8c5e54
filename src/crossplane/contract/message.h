// SPDX-License-Identifier: Apache-2.0
// Shown is the message of a result or of a condition as it goes into the
// response. Messages quote names and values of tenants, and people read them in
// terminals and web pages, so control characters (base/strings.h) are escaped,
// and bytes that are not UTF-8, which Crossplane would refuse, are replaced by
// U+FFFD. A message that is longer than limits::kMessage is cut in front of the
// character that does not fit, and ends with `…`.
//
//   Shown("no field \"a\"");     // as it is
//   Shown("no \x1b[31mred");     // no \u001b[31mred
//   Shown("caf\xe9");            // caf, and U+FFFD
//
// Line feeds and tabs are escaped, too: none of our messages has several lines,
// no recorded message of a Go function has one, no input lets an author write a
// message, and a line that begins with a tenant's text can pass for one of ours.
// The rule is ours: the Go functions write such characters as they are.
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Shown(absl::string_view message);

}  // namespace loom
