// SPDX-License-Identifier: Apache-2.0
#include "data/go/text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "data/value/utf8.h"

namespace loom {
namespace {

constexpr uint32_t kPrintableBounds[] = {
#include "data/go/printable.inc"
};

constexpr bool IsSurrogate(char32_t rune) {
  return rune >= 0xD800 && rune <= 0xDFFF;
}

constexpr Rune kInvalid = {kReplacement, 1, false};

}  // namespace

Rune DecodeRune(absl::string_view text) {
  auto byte = [text](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1, true};
  size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return kInvalid;
  char32_t rune = lead & (0x7F >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return kInvalid;
    rune = rune << 6 | (byte(i) & 0x3F);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (rune < kLeast[size] || rune > kMaxRune || IsSurrogate(rune)) {
    return kInvalid;
  }
  return {rune, size, true};
}

void AppendRune(char32_t rune, std::string* out) {
  if (rune > kMaxRune || IsSurrogate(rune)) rune = kReplacement;
  auto tail = [rune](int shift) {
    return static_cast<char>(0x80 | (rune >> shift & 0x3F));
  };
  if (rune < 0x80) {
    out->push_back(static_cast<char>(rune));
  } else if (rune < 0x800) {
    out->append({static_cast<char>(0xC0 | rune >> 6), tail(0)});
  } else if (rune < 0x10000) {
    out->append({static_cast<char>(0xE0 | rune >> 12), tail(6), tail(0)});
  } else {
    out->append(
        {static_cast<char>(0xF0 | rune >> 18), tail(12), tail(6), tail(0)});
  }
}

size_t CountRunes(absl::string_view text) {
  size_t count = 0;
  for (; !text.empty(); text.remove_prefix(DecodeRune(text).size)) ++count;
  return count;
}

bool IsPrintable(char32_t rune) {
  if (rune < 0x80) return rune >= 0x20 && rune < 0x7F;
  auto bound = std::upper_bound(std::begin(kPrintableBounds),
                                std::end(kPrintableBounds), rune);
  return (bound - std::begin(kPrintableBounds)) % 2 == 1;
}

std::string ToValidUtf8(absl::string_view text) {
  std::string valid;
  while (!text.empty()) {
    Rune rune = DecodeRune(text);
    AppendRune(rune.value, &valid);
    text.remove_prefix(rune.size);
  }
  return valid;
}

namespace {

// Rows by their canonical name, which has no separators and a capital only in
// front.
constexpr struct {
  absl::string_view name;
  absl::string_view category;
} kAliases[] = {
    {"Closepunctuation", "Pe"},
    {"Cntrl", "Cc"},
    {"Combiningmark", "M"},
    {"Connectorpunctuation", "Pc"},
    {"Control", "Cc"},
    {"Currencysymbol", "Sc"},
    {"Dashpunctuation", "Pd"},
    {"Decimalnumber", "Nd"},
    {"Digit", "Nd"},
    {"Enclosingmark", "Me"},
    {"Finalpunctuation", "Pf"},
    {"Format", "Cf"},
    {"Initialpunctuation", "Pi"},
    {"Letter", "L"},
    {"Letternumber", "Nl"},
    {"Lineseparator", "Zl"},
    {"Lowercaseletter", "Ll"},
    {"Mark", "M"},
    {"Mathsymbol", "Sm"},
    {"Modifierletter", "Lm"},
    {"Modifiersymbol", "Sk"},
    {"Nonspacingmark", "Mn"},
    {"Number", "N"},
    {"Openpunctuation", "Ps"},
    {"Other", "C"},
    {"Otherletter", "Lo"},
    {"Othernumber", "No"},
    {"Otherpunctuation", "Po"},
    {"Othersymbol", "So"},
    {"Paragraphseparator", "Zp"},
    {"Privateuse", "Co"},
    {"Punct", "P"},
    {"Punctuation", "P"},
    {"Separator", "Z"},
    {"Spaceseparator", "Zs"},
    {"Spacingmark", "Mc"},
    {"Surrogate", "Cs"},
    {"Symbol", "S"},
    {"Titlecaseletter", "Lt"},
    {"Uppercaseletter", "Lu"},
};

}  // namespace

std::string ClassInRe2(absl::string_view name) {
  std::string canonical;
  for (char c : name) {
    if (c == '_' || c == '-' || c == ' ') continue;
    canonical.push_back(canonical.empty() ? absl::ascii_toupper(c)
                                          : absl::ascii_tolower(c));
  }
  for (const auto& alias : kAliases) {
    if (alias.name == canonical) return std::string(alias.category);
  }
  return canonical;
}

namespace {

struct Run {
  uint32_t first;
  uint32_t last;
  uint32_t step;
  int32_t distance;
};

#include "data/go/case_table.inc"

char32_t Mapped(char32_t rune, absl::Span<const Run> runs) {
  auto run = std::partition_point(
      runs.begin(), runs.end(), [rune](const Run& r) { return r.last < rune; });
  if (run == runs.end() || rune < run->first ||
      (rune - run->first) % run->step != 0) {
    return rune;
  }
  return rune + run->distance;
}

std::string Map(absl::string_view text, char (*ascii)(unsigned char),
                absl::Span<const Run> runs) {
  std::string mapped;
  mapped.reserve(text.size());
  while (!text.empty()) {
    Rune rune = DecodeRune(text);
    if (rune.value < 0x80) {
      mapped.push_back(ascii(static_cast<unsigned char>(rune.value)));
    } else {
      AppendRune(Mapped(rune.value, runs), &mapped);
    }
    text.remove_prefix(rune.size);
  }
  return mapped;
}

}  // namespace

std::string ToUpperCase(absl::string_view text) {
  return Map(text, &absl::ascii_toupper, kToUpper);
}

std::string ToLowerCase(absl::string_view text) {
  return Map(text, &absl::ascii_tolower, kToLower);
}

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

// Returns whether Go can write the string in back quotes: it must be UTF-8
// without back quotes, byte order marks, and control characters other than the
// tab.
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
