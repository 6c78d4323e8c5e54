// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "data/go/rune.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

void AppendEscaped(Rune rune, char quote, bool ascii, absl::string_view bytes,
                   std::string* out) {
  static constexpr absl::string_view kShort = "\a\b\f\n\r\t\v";
  static constexpr absl::string_view kLetter = "abfnrtv";
  char32_t c = rune.value;
  if (!rune.valid) {
    absl::StrAppendFormat(out, "\\x%02x", static_cast<unsigned char>(bytes[0]));
  } else if (c == static_cast<char32_t>(quote) || c == U'\\') {
    absl::StrAppend(out, "\\", bytes);
  } else if (IsPrintable(c) && (c < 0x80 || !ascii)) {
    absl::StrAppend(out, bytes);
  } else if (size_t at = c < 0x80 ? kShort.find(static_cast<char>(c))
                                  : absl::string_view::npos;
             at != absl::string_view::npos) {
    out->push_back('\\');
    out->push_back(kLetter[at]);
  } else if (c < 0x20 || c == 0x7F) {
    absl::StrAppendFormat(out, "\\x%02x", static_cast<uint32_t>(c));
  } else if (c < 0x10000) {
    absl::StrAppendFormat(out, "\\u%04x", static_cast<uint32_t>(c));
  } else {
    absl::StrAppendFormat(out, "\\U%08x", static_cast<uint32_t>(c));
  }
}

std::string Quote(absl::string_view text, char quote, bool ascii) {
  std::string quoted(1, quote);
  while (!text.empty()) {
    Rune rune = DecodeRune(text);
    AppendEscaped(rune, quote, ascii, text.substr(0, rune.size), &quoted);
    text.remove_prefix(rune.size);
  }
  quoted.push_back(quote);
  return quoted;
}

// Whether Go can write the text in back quotes: UTF-8 without a back quote, a
// byte order mark, or a control character other than the tab.
bool CanBackquote(absl::string_view text) {
  if (!IsUtf8(text)) return false;
  if (text.find("\uFEFF") != absl::string_view::npos) return false;
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return (c < 0x20 && c != '\t') || c == '`' || c == 0x7F;
  });
}

absl::string_view Truncated(absl::string_view text, const Directive& d) {
  if (!d.precision.has_value()) return text;
  absl::string_view rest = text;
  for (int i = 0; i < *d.precision && !rest.empty(); ++i) {
    rest.remove_prefix(DecodeRune(rest).size);
  }
  return text.substr(0, text.size() - rest.size());
}

void PrintHex(absl::string_view text, const Directive& d, std::string* out) {
  if (d.precision.has_value()) text = text.substr(0, *d.precision);
  const char* digits = d.verb == U'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  const char* prefix = d.verb == U'X' ? "0X" : "0x";
  std::string hex;
  for (size_t i = 0; i < text.size(); ++i) {
    if (d.space && i > 0) hex.push_back(' ');
    if (d.sharp && (d.space || i == 0)) absl::StrAppend(&hex, prefix);
    unsigned char byte = text[i];
    hex.push_back(digits[byte >> 4]);
    hex.push_back(digits[byte & 15]);
  }
  Pad(hex, d, true, out);
}

}  // namespace

absl::string_view Sign(bool negative, const Directive& directive) {
  if (negative) return "-";
  if (directive.plus) return "+";
  return directive.space ? " " : "";
}

void Pad(absl::string_view text, const Directive& directive, bool zeros,
         std::string* out) {
  size_t fill = 0;
  if (size_t width = directive.width.value_or(0); width > 0) {
    size_t count = CountRunes(text);
    fill = width > count ? width - count : 0;
  }
  if (directive.minus) {
    absl::StrAppend(out, text);
    out->append(fill, ' ');
  } else {
    out->append(fill, zeros && directive.zero ? '0' : ' ');
    absl::StrAppend(out, text);
  }
}

bool PrintText(absl::string_view text, const Directive& directive,
               std::string* out) {
  switch (directive.verb) {
    case U'x':
    case U'X':
      PrintHex(text, directive, out);
      return true;
    case U'v':
      if (!directive.go_syntax) {
        Pad(Truncated(text, directive), directive, true, out);
        return true;
      }
      [[fallthrough]];
    case U'q':
      text = Truncated(text, directive);
      Pad(directive.sharp && CanBackquote(text)
              ? absl::StrCat("`", text, "`")
              : QuoteText(text, directive.plus),
          directive, true, out);
      return true;
    case U's':
      Pad(Truncated(text, directive), directive, true, out);
      return true;
    default:
      return false;
  }
}

std::string QuoteText(absl::string_view text, bool ascii) {
  return Quote(text, '"', ascii);
}

std::string QuoteRune(char32_t rune, bool ascii) {
  std::string text;
  AppendRune(rune, &text);
  return Quote(text, '\'', ascii);
}

}  // namespace loom
