// SPDX-License-Identifier: Apache-2.0
// RunCompletion implements `function-loom completion bash|zsh|fish`, and RunManual
// `function-loom manual`. Exit codes: 0, printed; 2, the shell is unknown, or writing
// failed.
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

HelpPage CompletionHelp();
HelpPage ManualHelp();

}  // namespace loom
