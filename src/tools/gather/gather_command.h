// SPDX-License-Identifier: Apache-2.0
// GatherCommand is `function-loom gather`: it prints what the pipeline of a composite
// reads in a cluster, as one file for `render --from` and `explain --from`.
//
//   gather App/shop -n team-a > shop.yaml
//   explain --from shop.yaml
//
// Exit codes: 0, gathered; 1, something could not be read, and the rest is there, or there
// is no such composite; 2, it could not be tried: no kubectl, no cluster, an unknown flag.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int GatherCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunGather(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err);

// What `gather --help` prints.
HelpPage GatherHelp();

}  // namespace loom
