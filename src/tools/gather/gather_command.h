// SPDX-License-Identifier: Apache-2.0
// GatherCommand implements `function-loom gather`: it prints everything that the
// pipeline of a composite reads in a cluster, as one file for `render --from` and
// `explain --from`.
//
// Exit codes: 0, gathered; 1, the composite does not exist, or an object could not be
// read (the rest is printed); 2, nothing was read: no kubectl, no cluster, an unknown
// flag.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `argv` holds the arguments after the command. Returns the exit code.
int GatherCommand(int argc, const char* const* argv);

int RunGather(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err);

HelpPage GatherHelp();

}  // namespace loom
