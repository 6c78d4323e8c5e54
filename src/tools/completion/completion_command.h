// SPDX-License-Identifier: Apache-2.0
// RunCompletion is `function-loom completion`, and RunManual `function-loom manual`.
//
//   function-loom completion bash
//   function-loom manual | man -l -
//
//   function-loom completion tcsh
//   function-loom: error: there is no completion for tcsh
//     there are bash, zsh, fish
//
// Exit codes: 0, printed; 2, there is no such shell, or it cannot be written.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// `pages` are those of all commands.
int RunCompletion(const std::vector<std::string>& arguments,
                  const std::vector<HelpPage>& pages, std::ostream& out,
                  std::ostream& err);
int RunManual(const std::vector<std::string>& arguments,
              const std::vector<HelpPage>& pages, std::ostream& out,
              std::ostream& err);

// What --help of them prints.
HelpPage CompletionHelp();
HelpPage ManualHelp();

}  // namespace loom
