// SPDX-License-Identifier: Apache-2.0
// TestCommand implements `function-loom test`: it plays the test files that it finds, and
// prints what failed.
//
// Exit codes: 0, all tests passed; 1, a test failed; 2, a test file is wrong, or the
// command failed.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `argv` holds the arguments after the command. Returns the exit code.
int TestCommand(int argc, const char* const* argv);

int RunTest(const std::vector<std::string>& arguments, std::istream& in,
            std::ostream& out, std::ostream& err);

HelpPage TestHelp();

}  // namespace loom
