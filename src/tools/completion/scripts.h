// SPDX-License-Identifier: Apache-2.0
// These functions generate shell completion scripts and the manual page from the help
// pages of all commands (command_line/help.h).
#pragma once

#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// Return scripts that complete command lines of function-loom in a shell: commands,
// flags, the words that a flag takes, and otherwise file names. They are static: the
// program does not run while a user types. `pages` has a page for each command. Flags
// without a command are those of `serve`.
std::string BashCompletion(const std::vector<HelpPage>& pages);
std::string ZshCompletion(const std::vector<HelpPage>& pages);
std::string FishCompletion(const std::vector<HelpPage>& pages);

// Returns the manual page function-loom(1) as roff, generated from the help of all
// commands.
std::string Manual(const std::vector<HelpPage>& pages);

// What a shell offers for the value of a flag: the words of "text|json", files for FILE
// and the like.
enum class Offer { kWords, kFiles, kNothing };
Offer OfferFor(const Flag& flag);

// Returns all flags that the command takes, including those of another page.
std::vector<Flag> AllFlags(const HelpPage& page);

}  // namespace loom
