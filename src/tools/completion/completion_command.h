// SPDX-License-Identifier: Apache-2.0
// RunCompletion implements `function-loom completion`, and RunManual implements
// `function-loom manual`.
//
//   function-loom completion bash
//   function-loom manual | man -l -
//
//   function-loom completion tcsh
//   function-loom: error: there is no completion for tcsh
//     want one of bash, zsh, fish
//
// Exit codes: 0, printed; 2, the shell is unknown, or writing failed.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `pages` are the help pages of all commands. Return the exit code.
int RunCompletion(const std::vector<std::string>& arguments,
                  const std::vector<HelpPage>& pages, std::ostream& out,
                  std::ostream& err);
int RunManual(const std::vector<std::string>& arguments,
              const std::vector<HelpPage>& pages, std::ostream& out,
              std::ostream& err);

// Return the pages that --help of these commands prints.
HelpPage CompletionHelp();
HelpPage ManualHelp();

}  // namespace loom
