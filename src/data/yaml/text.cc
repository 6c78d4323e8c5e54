// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/text.h"

#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

constexpr int kWidth = 80;

// One character of a string.
struct Character {
  absl::string_view bytes;
  uint32_t code;
};

// Returns the character at `at`. `text` must be UTF-8.
Character CharacterAt(absl::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<uint8_t>(text[at + i]); };
  uint8_t lead = byte(0);
  size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t code = size == 1 ? lead : lead & (0xFF >> (size + 1));
  for (size_t i = 1; i < size; ++i) code = code << 6 | (byte(i) & 0x3F);
  return {text.substr(at, size), code};
}

bool IsBreak(uint32_t code) {
  return code == '\n' || code == '\r' || code == 0x85 || code == 0x2028 ||
         code == 0x2029;
}

// go-yaml also prints the characters that change the direction of writing.
bool IsPrintable(uint32_t code) {
  if ((code >= 0x202A && code <= 0x202E) ||
      (code >= 0x2066 && code <= 0x2069)) {
    return false;
  }
  return code == '\n' || (code >= 0x20 && code <= 0x7E) ||
         (code >= 0xA0 && code <= 0xFFFD && code != 0xFEFF);
}

bool IsBlank(absl::string_view text, size_t at) {
  return at >= text.size() || text[at] == ' ' || text[at] == '\t';
}

// Returns whether the position has an indicator that is not allowed there
// without quotes.
bool IsIndicator(absl::string_view text, size_t at, bool after_blank) {
  char c = text[at];
  if (at == 0 && absl::StrContains("#,[]{}&*!|>'\"%@`", c)) return true;
  if (at == 0 && (c == '?' || c == '-')) return IsBlank(text, 1);
  if (c == ':') return IsBlank(text, at + 1);
  return c == '#' && after_blank;
}

// The allowed styles of a string. Double quotes are always allowed.
struct Ways {
  bool plain = true;
  bool single_quoted = true;
  bool block = true;
};

Ways WaysOf(absl::string_view text) {
  Ways ways;
  if (absl::StartsWith(text, "---") || absl::StartsWith(text, "...")) {
    ways.plain = false;
  }
  uint32_t before = 0;
  bool after_blank = true;
  for (size_t at = 0; at < text.size();) {
    Character c = CharacterAt(text, at);
    bool edge = at == 0 || at + c.bytes.size() == text.size();
    bool is_break = IsBreak(c.code);
    if (IsIndicator(text, at, after_blank)) ways.plain = false;
    if (is_break || (c.code == ' ' && edge)) ways.plain = false;
    if (c.code == ' ' && at + 1 == text.size()) ways.block = false;
    if (c.code == ' ' && IsBreak(before)) {
      ways.plain = ways.single_quoted = false;
    }
    if ((is_break && before == ' ') || !IsPrintable(c.code)) {
      ways = {false, false, false};
    }
    after_blank = is_break || c.code == ' ' || c.code == '\t' || c.code == 0;
    before = c.code;
    at += c.bytes.size();
  }
  return ways;
}

// Whether the space at `at` becomes a line break, because the line is full.
bool Folds(absl::string_view text, size_t at, bool may, const YamlPage& page) {
  return may && page.column() > kWidth && at > 0 && at + 1 < text.size();
}

// Writes a string without quotes, or the characters between single quotes.
void WriteFlowing(absl::string_view text, bool quoted, bool may_fold,
                  int indent, YamlPage* page) {
  bool after_space = false;
  bool after_break = false;
  for (size_t at = 0; at < text.size();) {
    Character c = CharacterAt(text, at);
    if (c.code == ' ') {
      if (!after_space && Folds(text, at, may_fold, *page) &&
          text[at + 1] != ' ') {
        page->StartLine(indent);
      } else {
        page->Put(c.bytes);
      }
      after_space = true;
    } else if (IsBreak(c.code)) {
      if (!after_break && c.code == '\n') page->Break();
      page->Break(c.bytes);
      page->AtLineStart();
      after_break = true;
    } else {
      if (after_break) page->StartLine(indent);
      if (quoted && c.code == '\'') page->Put("'");
      page->Put(c.bytes);
      page->InLine();
      after_space = after_break = false;
    }
    at += c.bytes.size();
  }
}

// A character as it is written between double quotes: a backslash and a letter
// or the code point.
std::string Escape(uint32_t code) {
  switch (code) {
    case 0x00:
      return "\\0";
    case 0x07:
      return "\\a";
    case 0x08:
      return "\\b";
    case 0x09:
      return "\\t";
    case 0x0A:
      return "\\n";
    case 0x0B:
      return "\\v";
    case 0x0C:
      return "\\f";
    case 0x0D:
      return "\\r";
    case 0x1B:
      return "\\e";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case 0x85:
      return "\\N";
    case 0xA0:
      return "\\_";
    case 0x2028:
      return "\\L";
    case 0x2029:
      return "\\P";
    default:
      break;
  }
  if (code <= 0xFF) return absl::StrFormat("\\x%02X", code);
  if (code <= 0xFFFF) return absl::StrFormat("\\u%04X", code);
  return absl::StrFormat("\\U%08X", code);
}

void WriteDoubleQuoted(absl::string_view text, bool may_fold, int indent,
                       YamlPage* page) {
  bool after_space = false;
  for (size_t at = 0; at < text.size();) {
    Character c = CharacterAt(text, at);
    if (c.code == ' ') {
      if (!after_space && Folds(text, at, may_fold, *page)) {
        page->StartLine(indent);
        if (text[at + 1] == ' ') page->Put("\\");
      } else {
        page->Put(c.bytes);
      }
    } else if (!IsPrintable(c.code) || IsBreak(c.code) || c.code == '"' ||
               c.code == '\\') {
      for (char byte : Escape(c.code)) page->Put({&byte, 1});
    } else {
      page->Put(c.bytes);
    }
    after_space = c.code == ' ';
    at += c.bytes.size();
  }
}

// Removes a line break from the end; false if there is none.
bool ConsumeBreak(absl::string_view* text) {
  if (text->empty()) return false;
  size_t at = text->size() - 1;
  while (at > 0 && ((*text)[at] & 0xC0) == 0x80) --at;
  if (!IsBreak(CharacterAt(*text, at).code)) return false;
  text->remove_suffix(text->size() - at);
  return true;
}

// Returns the header of a block: `|`, then the indentation if the first line
// does not determine it, then how to handle the line breaks at the end.
std::string BlockHeader(absl::string_view text) {
  std::string header = "|";
  if (text[0] == ' ' || IsBreak(CharacterAt(text, 0).code)) header += "2";
  if (!ConsumeBreak(&text)) {
    header += "-";
  } else if (text.empty() || ConsumeBreak(&text)) {
    header += "+";
  }
  return header;
}

void WriteBlock(absl::string_view text, int indent, YamlPage* page) {
  page->Word(BlockHeader(text));
  page->Break();
  page->AfterHeader();
  bool after_break = true;
  for (size_t at = 0; at < text.size();) {
    Character c = CharacterAt(text, at);
    if (IsBreak(c.code)) {
      page->Break(c.bytes);
      page->AtLineStart();
      after_break = true;
    } else {
      if (after_break) page->StartLine(indent);
      page->Put(c.bytes);
      page->InLine();
      after_break = false;
    }
    at += c.bytes.size();
  }
}

}  // namespace

bool IsOneLine(absl::string_view text) {
  for (size_t at = 0; at < text.size();) {
    Character c = CharacterAt(text, at);
    if (IsBreak(c.code)) return false;
    at += c.bytes.size();
  }
  return true;
}

void WriteText(absl::string_view text, bool key, int indent, YamlPage* page) {
  Ways ways = WaysOf(text);
  bool lines = absl::StrContains(text, '\n');
  if (lines && ways.block && !key) {
    WriteBlock(text, indent, page);
    return;
  }
  page->Space();
  if (!lines && ReadsAsText(text) && ways.plain) {
    WriteFlowing(text, /*quoted=*/false, !key, indent, page);
  } else if (!lines && ReadsAsText(text) && ways.single_quoted) {
    page->Put("'");
    page->Inside();
    WriteFlowing(text, /*quoted=*/true, !key, indent, page);
    page->Put("'");
  } else {
    page->Put("\"");
    page->Inside();
    WriteDoubleQuoted(text, !key, indent, page);
    page->Put("\"");
  }
  page->Inside();
}

}  // namespace loom
