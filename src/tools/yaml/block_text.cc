// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/block_text.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "tools/yaml/token_scan.h"

namespace loom {
namespace {

YamlMistake At(size_t offset, std::string words) {
  return {offset, std::move(words), std::nullopt};
}

// The mistake of the line of the | or >, which ends at `end`. `digit` becomes
// the number in it, or 0.
std::optional<YamlMistake> CheckHeader(absl::string_view text, size_t at,
                                       size_t end, int* digit) {
  size_t next = at + 1;
  for (; next < end && !EndsWord(text, next); ++next) {
    char c = text[next];
    if (c == '0') {
      return At(next, "a block of text is indented by 1 to 9, not by 0");
    }
    if (absl::ascii_isdigit(c)) *digit = c - '0';
    if (!absl::ascii_isdigit(c) && c != '+' && c != '-') break;
  }
  size_t rest = next;
  while (rest < end && IsBlank(text[rest])) ++rest;
  bool ends =
      rest >= end || text[rest] == '\r' || (text[rest] == '#' && rest > next);
  if (ends) return std::nullopt;
  absl::string_view header = text.substr(at, 1);
  return At(rest, absl::StrCat("the text of a block begins on the line below ",
                               header, "; quote the value if the ", header,
                               " belongs to it"));
}

}  // namespace

BlockText ScanBlockText(absl::string_view text, size_t at, int indent) {
  size_t end = LineEnd(text, at);
  int digit = 0;
  if (std::optional<YamlMistake> bad = CheckHeader(text, at, end, &digit)) {
    return {at, std::move(bad)};
  }
  int wanted = digit == 0 ? -1 : std::max(indent, 0) + digit;
  while (end < text.size()) {
    size_t line = end + 1;
    size_t first = std::min(text.find_first_not_of(' ', line), text.size());
    int column = static_cast<int>(first - line);
    bool blank =
        first == text.size() || text[first] == '\n' || text[first] == '\r';
    if (!blank) {
      if (column <= indent || (column == 0 && IsMarker(text, first))) break;
      if (wanted < 0) wanted = column;
      if (column < wanted && text[first] != '#') {
        return {end, At(first, absl::StrCat("this line is indented by ", column,
                                            ", the block of text above it by ",
                                            wanted))};
      }
      if (column < wanted) break;
    }
    end = LineEnd(text, first);
  }
  return {end, std::nullopt};
}

}  // namespace loom
