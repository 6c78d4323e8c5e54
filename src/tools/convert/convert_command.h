// SPDX-License-Identifier: Apache-2.0
// ConvertCommand is `function-loom convert`: it converts Compositions to
// function-loom and prints them, or writes them in place. A directory is read with all
// directories in it, as lint reads it.
//
// Exit codes: 0, converted, or nothing to do; 1, something cannot be converted, for
// which a line on stderr gives the place and the reason, and everything else is; with
// --check also if something could be converted; 2, it could not be tried (an unknown
// flag, a file that cannot be read or written, or is no YAML). Lines of notes on
// stderr say what is kept and what may be different afterwards. A file that cannot be
// written keeps its text (tools/yaml/write_file.h), and those behind it are not tried.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int ConvertCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunConvert(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

}  // namespace loom
