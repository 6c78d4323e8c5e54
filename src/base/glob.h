// SPDX-License-Identifier: Apache-2.0
// GlobMatches compares a string with a pattern in which `*` stands for any characters.
#pragma once

#include "absl/strings/string_view.h"

namespace loom {

// Returns whether `pattern`, in which `*` matches any characters, matches all of
// `text`.
bool GlobMatches(absl::string_view pattern, absl::string_view text);

}  // namespace loom
