// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/token_scan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

YamlMistake AtToken(size_t offset, std::string words) {
  return {offset, std::move(words), std::nullopt};
}

// Whether one of the lines in [begin, end), but the first, is a key or an item.
bool SwallowsBlock(absl::string_view text, size_t begin, size_t end) {
  for (size_t at = LineEnd(text, begin); at < end; at = LineEnd(text, at + 1)) {
    if (LooksLikeBlock(text, at + 1)) return true;
  }
  return false;
}

struct Beginning {
  char first;
  const char* words;
};

std::optional<YamlMistake> BadEscape(absl::string_view text, size_t begin,
                                     size_t end) {
  constexpr absl::string_view kEscapes = "0abt\tnvfre \"'\\/N_LPxuU\r\n";
  for (size_t at = begin; at + 1 < end; ++at) {
    if (text[at] != '\\') continue;
    ++at;
    if (kEscapes.find(text[at]) != kEscapes.npos) continue;
    std::string escape(text.substr(at - 1, 2));
    return AtToken(at - 1, absl::StrCat(escape,
                                        " means nothing between double quotes; "
                                        "write \\",
                                        escape, ", or use single quotes"));
  }
  return std::nullopt;
}

}  // namespace

bool IsBlank(char c) { return c == ' ' || c == '\t'; }

bool EndsWord(absl::string_view text, size_t at) {
  return at >= text.size() || IsBlank(text[at]) || text[at] == '\n' ||
         text[at] == '\r';
}

bool IsMarker(absl::string_view text, size_t at) {
  absl::string_view marker = text.substr(std::min(at, text.size()), 3);
  return (marker == "---" || marker == "...") && EndsWord(text, at + 3);
}

size_t LineEnd(absl::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

bool LooksLikeBlock(absl::string_view text, size_t at) {
  at = std::min(text.find_first_not_of(' ', at), text.size());
  if (at == text.size()) return false;
  if (text[at] == '-' && EndsWord(text, at + 1)) return true;
  if (!absl::ascii_isalnum(text[at])) return false;
  size_t end = PlainEnd(text, at);
  return end < text.size() && text[end] == ':' &&
         text.substr(at, end - at).find_first_of("\"', {[") == text.npos;
}

size_t PlainEnd(absl::string_view text, size_t at) {
  size_t end = at;
  for (; at < text.size() && text[at] != '\n' && text[at] != '\r'; ++at) {
    if (text[at] == ':' && EndsWord(text, at + 1)) break;
    if (text[at] == '#' && at > 0 && IsBlank(text[at - 1])) break;
    if (!IsBlank(text[at])) end = at + 1;
  }
  return at < text.size() && text[at] == ':' ? at : end;
}

size_t QuoteEnd(absl::string_view text, size_t at) {
  char quote = text[at];
  for (++at; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      bool doubled =
          quote == '\'' && at + 1 < text.size() && text[at + 1] == quote;
      if (!doubled) return at + 1;
      ++at;
    }
  }
  return text.npos;
}

bool ClosesWell(absl::string_view text, size_t end) {
  return EndsWord(text, end) ||
         absl::string_view(",]}:").find(text[end]) != absl::string_view::npos;
}

YamlMistake Unclosed(absl::string_view text, size_t at) {
  switch (text[at]) {
    case '[':
      return AtToken(at, "unclosed [: add the ] that ends this list");
    case '{':
      return AtToken(at, "unclosed {: add the } that ends this map");
    default:
      return AtToken(at,
                     absl::StrCat("unclosed ", text.substr(at, 1), ": add the ",
                                  text.substr(at, 1), " that ends this text"));
  }
}

size_t FlowTokenEnd(absl::string_view text, size_t at) {
  if (text[at] == '"' || text[at] == '\'') return QuoteEnd(text, at);
  if (text[at] == '#') return LineEnd(text, at);
  constexpr absl::string_view kStops = ",[]{}\n";
  if (kStops.find(text[at]) != kStops.npos || IsBlank(text[at]) ||
      text[at] == '\r' || text[at] == ':') {
    return at + 1;
  }
  while (at < text.size() && kStops.find(text[at]) == kStops.npos &&
         !(text[at] == ':' && EndsWord(text, at + 1)) &&
         !(IsBlank(text[at]) && at + 1 < text.size() && text[at + 1] == '#')) {
    ++at;
  }
  return at;
}

std::optional<YamlMistake> CheckQuoted(absl::string_view text, size_t at) {
  size_t end = QuoteEnd(text, at);
  if (end == text.npos ||
      (!ClosesWell(text, end) && SwallowsBlock(text, at, end))) {
    return Unclosed(text, at);
  }
  if (text[at] == '"') return BadEscape(text, at, end);
  return std::nullopt;
}

std::optional<YamlMistake> BadBeginning(absl::string_view text, size_t at) {
  constexpr Beginning kBeginnings[] = {
      {'@', "no value can begin with @; quote it"},
      {'`', "no value can begin with `; quote it"},
      {'%', "no value can begin with %; quote it"},
      {',', "no value can begin with a comma; remove it, or quote the value"},
      {']', "stray ]: no [ is open here; remove it, or quote the value"},
      {'}', "stray }: no { is open here; remove it, or quote the value"},
  };
  for (const Beginning& beginning : kBeginnings) {
    if (text[at] == beginning.first) return AtToken(at, beginning.words);
  }
  if (text[at] == '*' && EndsWord(text, at + 1)) {
    return AtToken(at, "* stands for an alias and has no name; quote it");
  }
  if (text[at] == '&' && EndsWord(text, at + 1)) {
    return AtToken(at, "& stands for an anchor and has no name; quote it");
  }
  return std::nullopt;
}

}  // namespace loom
