// SPDX-License-Identifier: Apache-2.0
// The scripts that complete command lines of function-loom in a shell: commands,
// flags, the words that a flag takes, and else names of files. They are static; the
// program does not run while a user types.
//
//   std::string script = BashCompletion(pages);
//   // source <(function-loom completion bash)
//   // function-loom render --out<Tab>    completes --output
//   // function-loom lint --output s<Tab> completes sarif
#pragma once

#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// A page for each command. Flags without a command are those of `serve`.
std::string BashCompletion(const std::vector<HelpPage>& pages);
std::string ZshCompletion(const std::vector<HelpPage>& pages);
std::string FishCompletion(const std::vector<HelpPage>& pages);

}  // namespace loom
