// SPDX-License-Identifier: Apache-2.0
// LintCommand is `function-loom lint`: it finds mistakes in Compositions and
// inputs, and tells each with its place in the file.
//
// Exit codes: 0, nothing wrong was found; 1, an error was found, or what --fail-on
// says; 2, it could not be checked (an unknown flag, a file that cannot be read).
// A file that is no YAML is a finding. With 2 stdout is empty, unless --output is
// json: then it is an object with the member `error`.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int LintCommand(int argc, const char* const* argv);

// The same with other streams than those of the process. On a terminal, text has
// the line of source below each finding.
int RunLint(const std::vector<std::string>& arguments, bool terminal,
            std::istream& in, std::ostream& out, std::ostream& err);

}  // namespace loom
