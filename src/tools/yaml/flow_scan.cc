// SPDX-License-Identifier: Apache-2.0
#include "tools/yaml/flow_scan.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tools/yaml/token_scan.h"

namespace loom {
namespace {

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
      if (c == '-') Fail(at, "a list between brackets has no -; use commas");
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
      Fail(at, "nothing stands in front of this comma; remove it");
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
      Fail(word, "a comma is missing in front of this");
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
        Fail(entry.token, "quote this text, because it contains a bracket");
      }
      Fail(at, "a comma is missing in front of this");
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

FlowScan ScanFlow(absl::string_view text, size_t at, int indent) {
  FlowScan scan = MatchBrackets(text, at, indent);
  if (!scan.mistake.has_value()) {
    scan.mistake = FlowCheck(text).Run(at, scan.end);
  }
  return scan;
}

}  // namespace loom
