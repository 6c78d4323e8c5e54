// SPDX-License-Identifier: Apache-2.0
// How every command prints its errors: as lines on stderr and, with --output json, as
// JSON on stdout too, so that a program that reads it never gets prose.
//
//   PrintErrors(status, err);
//   if (WantsJson(arguments)) out << ErrorJson("lint", status);
//
//   function-loom: error: unknown flag --outptu
//     did you mean --output? `function-loom lint --help` lists all
//   {"format":"loom.lint/v1","error":{"message":"unknown flag --outptu","help":"did…"}}
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace loom {

// Prints the message: each line is an error, except for indented lines, which give
// advice. What they quote cannot be more than text (base/strings.h).
void PrintErrors(const absl::Status& status, std::ostream& err);

// Prints one line that says what a person should know: `function-loom: note: …`.
void PrintNote(absl::string_view note, std::ostream& err);

// Whether the arguments have --output json, even if others are wrong.
bool WantsJson(const std::vector<std::string>& arguments);

// Says why a command did not do what it is asked for. Returns its exit code: 1 for
// FailedPrecondition, where the content is wrong, and otherwise 2.
int Refuse(absl::string_view command, const std::vector<std::string>& arguments,
           const absl::Status& status, std::ostream& out, std::ostream& err);

// One line. Everything after the first line of the message is the help.
std::string ErrorJson(absl::string_view command, const absl::Status& status);

}  // namespace loom
