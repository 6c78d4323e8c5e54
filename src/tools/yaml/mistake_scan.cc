// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/mistake_scan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

// For the tokens of a line.

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
    return AtToken(
        at - 1,
        absl::StrCat(escape, " is not an escape in double quotes; write \\",
                     escape, ", or use single quotes"));
  }
  return std::nullopt;
}

// For ScanBlockText.

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
      return At(next, "a block string is indented by 1 to 9, not by 0");
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
  return At(rest, absl::StrCat("a block string begins on the line below ",
                               header, "; quote the value if the ", header,
                               " belongs to it"));
}

// For ScanFlow.

YamlMistake DoesNotClose(absl::string_view text, size_t at, size_t opening) {
  return {at,
          absl::StrCat("this ", text.substr(at, 1), " does not close the ",
                       text.substr(opening, 1), " at"),
          opening};
}

// Whether the line that begins at `line` looks as if all brackets were closed.
bool LooksBehind(absl::string_view text, size_t line, int indent) {
  size_t first = std::min(text.find_first_not_of(' ', line), text.size());
  return static_cast<int>(first - line) <= indent && LooksLikeBlock(text, line);
}

char Opening(char closing) { return closing == ']' ? '[' : '{'; }

// Finds the bracket that closes the one at `at`.
FlowScan MatchBrackets(absl::string_view text, size_t at, int indent) {
  std::vector<size_t> open;
  // The innermost bracket when a line came that looks as if all were closed.
  std::optional<size_t> suspect;
  while (at < text.size()) {
    char c = text[at];
    if (c == '[' || c == '{') open.push_back(at);
    if (c == ']' || c == '}') {
      bool fits = text[open.back()] == Opening(c);
      if (!fits && suspect.has_value()) break;
      if (!fits) return {0, DoesNotClose(text, at, open.back())};
      open.pop_back();
      if (open.empty()) return {at + 1, std::nullopt};
    }
    size_t end = FlowTokenEnd(text, at);
    if (end == text.npos) return {0, Unclosed(text, suspect.value_or(at))};
    if (c == '\n' && IsMarker(text, end)) break;
    if (c == '\n' && !suspect.has_value() && LooksBehind(text, end, indent)) {
      suspect = open.back();
    }
    at = end;
  }
  return {0, Unclosed(text, suspect.value_or(open.back()))};
}

// Checks what stands between brackets that are known to match.
class FlowCheck {
 public:
  explicit FlowCheck(absl::string_view text) : text_(text) {}

  std::optional<YamlMistake> Run(size_t at, size_t end) {
    while (at < end && !mistake_.has_value()) at = Step(at);
    return std::move(mistake_);
  }

 private:
  struct Entry {
    char bracket;
    bool colon = false;  // a colon was there since the last comma
    bool value = false;  // a token ended since the last comma or colon
    bool plain = false;  // that token is a plain text
    size_t token = 0;    // where it begins
    size_t token_end = 0;
  };

  size_t Step(size_t at) {
    char c = text_[at];
    if (IsBlank(c) || c == '\r' || c == '\n') return at + 1;
    if (c == '#') return LineEnd(text_, at);
    if (c == '[' || c == '{') return Open(at);
    if (c == ']' || c == '}') {
      open_.pop_back();
      if (!open_.empty()) Ended(at + 1);
      return at + 1;
    }
    if (c == ',') return Comma(at);
    Entry& entry = open_.back();
    bool behind = entry.value && !entry.plain && entry.token_end == at;
    if (c == ':' && (behind || ClosesWell(text_, at + 1))) {
      return Colon(at);
    }
    if ((c == '?' || c == '-') && EndsWord(text_, at + 1)) {
      if (c == '-') Fail(at, "a list in brackets has no -; use commas");
      return at + 1;
    }
    if (c == '&' || c == '!') {
      return std::min(text_.find_first_of(" \t\r\n,[]{}", at), text_.size());
    }
    return Token(at);
  }

  size_t Open(size_t at) {
    if (absl::StartsWith(text_.substr(at), "{{")) {
      Fail(at, "{{ begins a template, not YAML; render it, or quote the value");
    }
    Begin(at);
    Entry entry;
    entry.bracket = text_[at];
    open_.push_back(entry);
    return at + 1;
  }

  size_t Comma(size_t at) {
    Entry& entry = open_.back();
    if (!entry.value && !entry.colon) {
      Fail(at, "there is no value before this comma; remove it");
    }
    entry.colon = entry.value = false;
    return at + 1;
  }

  size_t Colon(size_t at) {
    Entry& entry = open_.back();
    if (entry.colon) {
      absl::string_view key = absl::StripTrailingAsciiWhitespace(
          text_.substr(entry.token, entry.token_end - entry.token));
      size_t word = entry.token + key.find_last_of(" \n") + 1;
      Fail(word, "a comma is missing before this");
    }
    entry.colon = true;
    entry.value = false;
    return at + 1;
  }

  size_t Token(size_t at) {
    if (std::optional<YamlMistake> bad = BadBeginning(text_, at)) {
      if (!mistake_.has_value()) mistake_ = std::move(bad);
      return at + 1;
    }
    Begin(at);
    char c = text_[at];
    bool quoted = c == '"' || c == '\'';
    size_t end = quoted ? QuoteEnd(text_, at) : FlowTokenEnd(text_, at);
    if (quoted && !mistake_.has_value()) mistake_ = CheckQuoted(text_, at);
    if (!open_.empty()) open_.back().plain = !quoted;
    Ended(std::max(end, at + 1));
    return std::max(end, at + 1);
  }

  // A token begins.
  void Begin(size_t at) {
    if (open_.empty()) return;
    Entry& entry = open_.back();
    bool more = entry.plain && text_[at] != '[' && text_[at] != '{' &&
                text_[at] != '"' && text_[at] != '\'';
    if (entry.value && !more) {
      if (entry.plain && entry.token_end == at) {
        Fail(entry.token, "quote this string, because it contains a bracket");
      }
      Fail(at, "a comma is missing before this");
    }
    if (!entry.value || !more) entry.token = at;
    entry.value = true;
    entry.plain = false;
  }
  void Ended(size_t end) {
    open_.back().value = true;
    open_.back().token_end = end;
  }

  void Fail(size_t at, std::string words) {
    if (!mistake_.has_value())
      mistake_ = YamlMistake{at, std::move(words), std::nullopt};
  }

  absl::string_view text_;
  std::vector<Entry> open_;
  std::optional<YamlMistake> mistake_;
};

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
      return AtToken(
          at, absl::StrCat("unclosed ", text.substr(at, 1), ": add the ",
                           text.substr(at, 1), " that ends this string"));
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
    return AtToken(at, "* begins an alias, which needs a name; quote it");
  }
  if (text[at] == '&' && EndsWord(text, at + 1)) {
    return AtToken(at, "& begins an anchor, which needs a name; quote it");
  }
  return std::nullopt;
}

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
                                            ", the block string above it by ",
                                            wanted))};
      }
      if (column < wanted) break;
    }
    end = LineEnd(text, first);
  }
  return {end, std::nullopt};
}

FlowScan ScanFlow(absl::string_view text, size_t at, int indent) {
  FlowScan scan = MatchBrackets(text, at, indent);
  if (!scan.mistake.has_value()) {
    scan.mistake = FlowCheck(text).Run(at, scan.end);
  }
  return scan;
}

}  // namespace loom
