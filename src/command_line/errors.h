// SPDX-License-Identifier: Apache-2.0
// Prints the errors of a command: as lines on stderr and, with --output json, also as
// JSON on stdout, so that a program never has to read prose.
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

// Prints the message. Each line is an error, except for indented lines, which give
// advice. Quoted strings cannot control a terminal or a CI job (base/strings.h).
void PrintErrors(const absl::Status& status, std::ostream& err);

// Prints a note that is not an error, on one line: `function-loom: note: …`.
void PrintNote(absl::string_view note, std::ostream& err);

// Looks for --output json, even if other arguments are invalid.
bool WantsJson(const std::vector<std::string>& arguments);

// Prints why a command failed. Returns its exit code: 1 for FailedPrecondition (the
// content is wrong), 2 for any other error.
int Refuse(absl::string_view command, const std::vector<std::string>& arguments,
           const absl::Status& status, std::ostream& out, std::ostream& err);

// Returns the error as one line of JSON. "message" is the first line of the status
// message, and "help" is the rest.
std::string ErrorJson(absl::string_view command, const absl::Status& status);

}  // namespace loom
