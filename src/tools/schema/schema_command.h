// SPDX-License-Identifier: Apache-2.0
// SchemaCommand implements `function-loom schema NAME`: it prints the JSON Schema of
// the files that users write for the function, and of the JSON that its commands print.
//
// Exit codes: 0, printed; 2, no schema has this name, or writing failed.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `argv` holds the arguments after the command. Returns the exit code.
int SchemaCommand(int argc, const char* const* argv);

int RunSchema(const std::vector<std::string>& arguments, std::ostream& out,
              std::ostream& err);

HelpPage SchemaHelp();

}  // namespace loom
