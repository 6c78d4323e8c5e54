// SPDX-License-Identifier: Apache-2.0
// ExplainCommand is `function-loom explain`: it runs the pipeline of a Composition as
// `render` does, and says where each value came from.
//
// Exit codes: 0, explained, also if something is withheld; 1, a step returned a
// FATAL result, and what happened until then is explained, or --at names nothing; 2,
// it could not be tried.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace loom {

// `argv` holds the arguments that follow the command. Returns the exit code.
int ExplainCommand(int argc, const char* const* argv);

// The same with other streams than those of the process.
int RunExplain(const std::vector<std::string>& arguments, std::istream& in,
               std::ostream& out, std::ostream& err);

}  // namespace loom
