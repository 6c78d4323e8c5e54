// SPDX-License-Identifier: Apache-2.0
// With --output json a command prints its errors as JSON too, on stdout, so that who
// reads it never meets prose:
//
//   if (WantsJson(arguments)) out << ErrorJson("lint", status);
//
//   {"format":"loom.lint/v1","error":{"message":"unknown flag --x","help":"did you…"}}
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

// Whether the arguments have --output json, even if others are wrong.
bool WantsJson(const std::vector<std::string>& arguments);

// A line. What follows the first line of the status's message is the help.
std::string ErrorJson(absl::string_view command, const absl::Status& status);

}  // namespace loom
