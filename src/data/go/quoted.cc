// SPDX-License-Identifier: Apache-2.0
#include "data/go/quoted.h"

#include "absl/strings/str_cat.h"
#include "base/limits.h"
#include "data/go/rune.h"
#include "data/go/text.h"

namespace loom {
namespace {

std::string QuotedUpTo(size_t longest, absl::string_view text) {
  absl::string_view rest = text;
  for (size_t i = 0; i < longest && !rest.empty(); ++i) {
    rest.remove_prefix(DecodeRune(rest).size);
  }
  absl::string_view shown = text.substr(0, text.size() - rest.size());
  return absl::StrCat(QuoteText(shown, false), rest.empty() ? "" : "…");
}

}  // namespace

std::string Quoted(absl::string_view text) { return QuotedUpTo(64, text); }

std::string QuotedInFull(absl::string_view text) {
  return QuotedUpTo(limits::kMessage, text);
}

}  // namespace loom
