// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/surrogates.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

constexpr size_t kEscape = 6;  // \ud83d

// The value of `\u` and four digits at the beginning of the text; 0 if there is none.
uint32_t EscapeAt(absl::string_view text) {
  uint32_t value = 0;
  if (text.size() < kEscape || !absl::StartsWith(text, "\\u") ||
      !absl::c_all_of(text.substr(2, 4), absl::ascii_isxdigit) ||
      !absl::SimpleHexAtoi(text.substr(2, 4), &value)) {
    return 0;
  }
  return value;
}

// The character that two escapes at the beginning of the text are; 0 if they are none.
uint32_t PairAt(absl::string_view text) {
  if (text.size() < 2 * kEscape) return 0;
  const uint32_t high = EscapeAt(text), low = EscapeAt(text.substr(kEscape));
  if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return 0;
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

}  // namespace

size_t JoinedText::Original(size_t at) const {
  return at +
         2 * (std::upper_bound(ends.begin(), ends.end(), at) - ends.begin());
}

JoinedText JoinSurrogates(absl::string_view text) {
  JoinedText joined{std::string(text), {}};
  const size_t first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos || (text[first] != '{' && text[first] != '[') ||
      !absl::StrContains(text, "\\u")) {
    return joined;
  }
  joined.text.clear();
  bool quoted = false;
  size_t at = 0;
  while (at < text.size() && (quoted || text[at] != '\'')) {
    const uint32_t pair = quoted ? PairAt(text.substr(at)) : 0;
    size_t size = 1;
    if (pair != 0) {
      size = 2 * kEscape;
      absl::StrAppend(&joined.text, "\\U", absl::Hex(pair, absl::kZeroPad8));
      joined.ends.push_back(joined.text.size());
    } else {
      if (text[at] == '"') quoted = !quoted;
      if (quoted && text[at] == '\\') size = 2;
      absl::StrAppend(&joined.text, text.substr(at, size));
    }
    at += size;
  }
  if (at < text.size()) absl::StrAppend(&joined.text, text.substr(at));
  return joined;
}

}  // namespace loom
