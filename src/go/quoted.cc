// SPDX-License-Identifier: Apache-2.0
#include "go/quoted.h"

#include "absl/strings/str_cat.h"
#include "go/rune.h"
#include "go/text.h"

namespace loom {

std::string Quoted(absl::string_view text) {
  constexpr int kLongest = 64;
  absl::string_view rest = text;
  for (int i = 0; i < kLongest && !rest.empty(); ++i) {
    rest.remove_prefix(DecodeRune(rest).size);
  }
  absl::string_view shown = text.substr(0, text.size() - rest.size());
  return absl::StrCat(QuoteText(shown, false), rest.empty() ? "" : "…");
}

}  // namespace loom
