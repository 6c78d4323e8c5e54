// SPDX-License-Identifier: Apache-2.0
// What is made of the help pages of all commands (command_line/help.h): scripts that
// complete command lines in a shell, and the manual page.
#pragma once

#include <string>
#include <vector>

#include "command_line/help.h"

namespace loom {

// The scripts that complete command lines of function-loom in a shell: commands,
// flags, the words that a flag takes, and else names of files. They are static; the
// program does not run while a user types.
//
//   std::string script = BashCompletion(pages);
//   // source <(function-loom completion bash)
//   // function-loom render --out<Tab>    completes --output
//   // function-loom lint --output s<Tab> completes sarif

// A page for each command. Flags without a command are those of `serve`.
std::string BashCompletion(const std::vector<HelpPage>& pages);
std::string ZshCompletion(const std::vector<HelpPage>& pages);
std::string FishCompletion(const std::vector<HelpPage>& pages);

// Manual is the manual page function-loom(1) as roff, made of the help of all
// commands:
//
//   std::string page = Manual(pages);
//   // function-loom manual | man -l -
std::string Manual(const std::vector<HelpPage>& pages);

// What a shell offers for the value of a flag.
//
//   OfferFor({{"--output"}, "text|json"})   Offer::kWords
//   OfferFor({{"--against"}, "FILE"})       Offer::kFiles
//   OfferFor({{"--timeout"}, "DURATION"})   Offer::kNothing

enum class Offer { kWords, kFiles, kNothing };
Offer OfferFor(const Flag& flag);

// All flags that the command takes, those of another page among them.
std::vector<Flag> AllFlags(const HelpPage& page);

}  // namespace loom
