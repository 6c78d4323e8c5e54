// SPDX-License-Identifier: Apache-2.0
// SchemaCommand is `function-loom schema`: it prints the JSON Schema of what people
// write for the function, and of what its commands print for machines.
//
//   function-loom schema composition > composition.json
//   function-loom schema lint
//
//   function-loom schema rendr
//   function-loom: error: there is no schema rendr
//     did you mean render? there are composition, convert, explain, input, lint,
//     render
//
// Exit codes: 0, printed; 2, there is no such schema, or it cannot be written.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int SchemaCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunSchema(const std::vector<std::string>& arguments, std::ostream& out,
              std::ostream& err);

// What `schema --help` prints.
HelpPage SchemaHelp();

}  // namespace loom
