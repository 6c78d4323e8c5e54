// SPDX-License-Identifier: Apache-2.0
// These functions generate shell completion scripts and the manual page from the help
// pages of all commands (command_line/help.h).
#pragma once

#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// The scripts complete command lines of function-loom in a shell: commands, flags, the
// words that a flag takes, and otherwise file names. They are static: the program does
// not run while a user types.
//
//   std::string script = BashCompletion(pages);
//   // source <(function-loom completion bash)
//   // function-loom render --out<Tab>    completes --output
//   // function-loom lint --output s<Tab> completes sarif

// Return a script. `pages` has a page for each command. Flags without a command are
// those of `serve`.
std::string BashCompletion(const std::vector<HelpPage>& pages);
std::string ZshCompletion(const std::vector<HelpPage>& pages);
std::string FishCompletion(const std::vector<HelpPage>& pages);

// Manual returns the manual page function-loom(1) as roff, generated from the help of
// all commands:
//
//   std::string page = Manual(pages);
//   // function-loom manual | man -l -
std::string Manual(const std::vector<HelpPage>& pages);

// OfferFor returns what a shell offers for the value of a flag.
//
//   OfferFor({{"--output"}, "text|json"})   Offer::kWords
//   OfferFor({{"--against"}, "FILE"})       Offer::kFiles
//   OfferFor({{"--timeout"}, "DURATION"})   Offer::kNothing

enum class Offer { kWords, kFiles, kNothing };
Offer OfferFor(const Flag& flag);

// Returns all flags that the command takes, including those of another page.
std::vector<Flag> AllFlags(const HelpPage& page);

}  // namespace loom
