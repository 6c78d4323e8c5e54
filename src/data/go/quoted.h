// SPDX-License-Identifier: Apache-2.0
// Quoted writes a value into a message: in double quotes, escaped as Go's %q
// does, and cut behind 64 characters. QuotedInFull cuts it only where it alone
// would fill a message (limits::kMessage), for texts that the Go function quotes
// in full.
//
//   Quoted("eu")                  "eu"
//   Quoted("a\tb")                "a\tb"
//   Quoted(a page of text)        "the first 64 characters"…
//   QuotedInFull(a page of text)  "the page"
#pragma once

#include <string>

#include "absl/strings/string_view.h"

namespace loom {

std::string Quoted(absl::string_view text);
std::string QuotedInFull(absl::string_view text);

}  // namespace loom
