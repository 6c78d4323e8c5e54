// SPDX-License-Identifier: Apache-2.0
// What a shell offers for the value of a flag.
//
//   OfferFor({{"--output"}, "text|json"})   Offer::kWords
//   OfferFor({{"--against"}, "FILE"})       Offer::kFiles
//   OfferFor({{"--timeout"}, "DURATION"})   Offer::kNothing
#pragma once

#include <vector>

#include "command_line/help.h"

namespace loom {

enum class Offer { kWords, kFiles, kNothing };
Offer OfferFor(const Flag& flag);

// All flags that the command takes, those of another page among them.
std::vector<Flag> AllFlags(const HelpPage& page);

}  // namespace loom
