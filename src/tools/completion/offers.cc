// SPDX-License-Identifier: Apache-2.0
#include "tools/completion/offers.h"

#include <algorithm>

#include "absl/strings/string_view.h"

namespace loom {
namespace {

constexpr absl::string_view kFileValues[] = {"FILE", "PATH", "DIR", "KEY=FILE"};

}  // namespace

Offer OfferFor(const Flag& flag) {
  if (!WordsOf(flag.value).empty()) return Offer::kWords;
  const bool is_file = std::find(std::begin(kFileValues), std::end(kFileValues),
                                 flag.value) != std::end(kFileValues);
  return is_file ? Offer::kFiles : Offer::kNothing;
}

std::vector<Flag> AllFlags(const HelpPage& page) {
  std::vector<Flag> flags = page.flags;
  flags.insert(flags.end(), page.other_flags.begin(), page.other_flags.end());
  return flags;
}

}  // namespace loom
