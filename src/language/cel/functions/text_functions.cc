// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/text_functions.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "data/go/regexp.h"
#include "data/go/text.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"

namespace loom {
size_t FindText(absl::string_view text, absl::string_view part, size_t from) {
  if (part.empty()) return from;
  absl::string_view rest = text.substr(from);
  // The search of glibc takes linear time.
  const void* found =
      memmem(rest.data(), rest.size(), part.data(), part.size());
  return found == nullptr
             ? absl::string_view::npos
             : size_t(static_cast<const char*>(found) - text.data());
}

size_t FindLastText(absl::string_view text, absl::string_view part,
                    size_t from) {
  if (part.size() > text.size()) return absl::string_view::npos;
  // The last position is the first one in the reversed strings.
  const size_t end = std::min(from, text.size() - part.size()) + part.size();
  std::string reversed(text.rend() - std::ptrdiff_t(end), text.rend());
  size_t found = FindText(reversed, std::string(part.rbegin(), part.rend()), 0);
  return found == absl::string_view::npos ? found : end - found - part.size();
}

namespace {

// Returns the steps for counting the characters of that many bytes.
uint64_t Counting(size_t bytes) { return 1 + bytes / 4; }

CelValue SizeOfString(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Counting(text.size()))) return context->ended();
  return CelValue::Int(int64_t(CountRunes(text)));
}
CelValue SizeOfBytes(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsText().size()));
}
CelValue SizeOfList(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsList().size()));
}
CelValue SizeOfMap(CelArguments of, CelContext*) {
  return CelValue::Int(int64_t(of[0].AsMap().size()));
}

using TextTest = bool (*)(absl::string_view, absl::string_view) noexcept;

template <TextTest test>
CelValue Test(CelArguments of, CelContext* context) {
  if (!context->Takes(Searched(of[0].AsText().size()))) return context->ended();
  return CelValue::Bool(test(of[0].AsText(), of[1].AsText()));
}

bool Contains(absl::string_view text, absl::string_view part) noexcept {
  return FindText(text, part, 0) != absl::string_view::npos;
}
bool StartsWith(absl::string_view text, absl::string_view part) noexcept {
  return absl::StartsWith(text, part);
}
bool EndsWith(absl::string_view text, absl::string_view part) noexcept {
  return absl::EndsWith(text, part);
}

// Matches a computed pattern. A literal pattern is compiled with the expression.
CelValue Matches(CelArguments of, CelContext* context) {
  absl::StatusOr<Regexp> pattern =
      Regexp::CompileIn(of[1].AsText(), context->pool());
  if (!pattern.ok()) return context->Failed(pattern.status());
  absl::StatusOr<bool> matches =
      pattern->Matches(of[0].AsText(), context->pool());
  if (!matches.ok()) return context->Failed(matches.status());
  return CelValue::Bool(*matches);
}

constexpr FunctionRow kTextFunctions[] = {
    {"size(string): int", SizeOfString},
    {"size(bytes): int", SizeOfBytes},
    {"size(list<A>): int", SizeOfList},
    {"size(map<A, B>): int", SizeOfMap},
    {"string.size(): int", SizeOfString},
    {"bytes.size(): int", SizeOfBytes},
    {"list<A>.size(): int", SizeOfList},
    {"map<A, B>.size(): int", SizeOfMap},
    {"string.contains(string): bool", Test<Contains>},
    {"string.startsWith(string): bool", Test<StartsWith>},
    {"string.endsWith(string): bool", Test<EndsWith>},
    {"string.matches(string): bool", Matches},
    {"matches(string, string): bool", Matches},
};

}  // namespace

absl::Span<const FunctionRow> TextRows() { return kTextFunctions; }

namespace {

CelValue OutOfRange(int64_t index, CelContext* context) {
  return context->Failed(absl::StrCat("index out of range: ", index));
}

// Returns the byte at which the character with that index begins. Returns the size of
// the string for the index after the last character, and nullopt for larger indices.
std::optional<size_t> ByteOf(absl::string_view text, int64_t index) {
  size_t at = 0;
  for (; index > 0 && at < text.size(); --index) {
    at += DecodeRune(text.substr(at)).size;
  }
  return index == 0 ? std::optional(at) : std::nullopt;
}

// Returns the index of the character that begins at a byte; -1 for npos.
CelValue IndexOfByte(absl::string_view text, size_t at) {
  return CelValue::Int(at == absl::string_view::npos
                           ? -1
                           : int64_t(CountRunes(text.substr(0, at))));
}

CelValue CharAt(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::optional<size_t> start = ByteOf(text, of[1].AsInt());
  if (!start.has_value()) return OutOfRange(of[1].AsInt(), context);
  if (*start == text.size()) return CelValue::String("");
  return CelValue::String(
      text.substr(*start, DecodeRune(text.substr(*start)).size));
}

CelValue IndexOf(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view part = of[1].AsText();
  if (!context->Takes(2 * Writing(text.size()))) return context->ended();
  int64_t offset = of.size() > 2 ? of[2].AsInt() : 0;
  if (offset < 0) return OutOfRange(offset, context);
  size_t from = ByteOf(text, offset).value_or(text.size());
  if (from == text.size() && !part.empty()) return CelValue::Int(-1);
  return IndexOfByte(text, FindText(text, part, from));
}

CelValue LastIndexOf(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view part = of[1].AsText();
  if (!context->Takes(2 * Writing(text.size()))) return context->ended();
  size_t from = text.size();
  if (of.size() > 2) {
    int64_t offset = of[2].AsInt();
    if (offset < 0) return OutOfRange(offset, context);
    from = ByteOf(text, offset).value_or(text.size());
    if (from == text.size() && !part.empty()) return CelValue::Int(-1);
  }
  return IndexOfByte(text, FindLastText(text, part, from));
}

CelValue Join(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  absl::string_view separator = of.size() > 1 ? of[1].AsText() : "";
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (element.kind() != CelKind::kString) {
      return context->Failed(absl::StrCat(
          "join expects strings, got a value of type ", TypeNameOf(element)));
    }
    if (i > 0) absl::StrAppend(&text, separator);
    absl::StrAppend(&text, element.AsText());
    if (!context->Takes(Reading(separator.size() + element.AsText().size()))) {
      return context->ended();
    }
    if (absl::Status fits = CheckText(text.size()); !fits.ok()) {
      return context->Failed(fits);
    }
  }
  return context->Text(text);
}

template <char (*map)(unsigned char)>
CelValue MapAscii(CelArguments of, CelContext* context) {
  std::string text(of[0].AsText());
  if (!context->Takes(Writing(text.size()))) return context->ended();
  for (char& c : text) c = map(static_cast<unsigned char>(c));
  return context->Text(text);
}

char Lower(unsigned char c) { return absl::ascii_tolower(c); }
char Upper(unsigned char c) { return absl::ascii_toupper(c); }

CelValue Replace(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view part = of[1].AsText();
  absl::string_view with = of[2].AsText();
  // A negative number means no limit.
  int64_t left = of.size() > 3 ? std::max<int64_t>(of[3].AsInt(), -1) : -1;
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::string made;
  size_t at = 0;
  for (; left != 0 && at <= text.size(); left -= left > 0 ? 1 : 0) {
    // An empty part is found before each character, and at the end.
    size_t found = FindText(text, part, at);
    if (found == absl::string_view::npos) break;
    absl::StrAppend(&made, text.substr(at, found - at), with);
    at = found + part.size();
    if (!context->Takes(Reading(with.size()))) return context->ended();
    if (absl::Status fits = CheckText(made.size()); !fits.ok()) {
      return context->Failed(fits);
    }
    if (!part.empty()) continue;
    if (at == text.size()) break;
    size_t size = DecodeRune(text.substr(at)).size;
    absl::StrAppend(&made, text.substr(at, size));
    at += size;
  }
  if (at < text.size()) absl::StrAppend(&made, text.substr(at));
  return context->Text(made);
}

CelValue Split(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view separator = of[1].AsText();
  int64_t left = of.size() > 2 ? std::max<int64_t>(of[2].AsInt(), -1) : -1;
  if (!context->Takes(Finding(text.size()))) return context->ended();
  ListMaker list(0, context);
  if (left == 0) return list.Finish();
  // An empty separator separates all characters.
  bool each = separator.empty();
  if (each && text.empty()) return list.Finish();
  for (; left != 1; left -= left > 0 ? 1 : 0) {
    size_t end = each ? DecodeRune(text).size : FindText(text, separator, 0);
    if (end == absl::string_view::npos || (each && end == text.size())) break;
    list.Add(CelValue::String(text.substr(0, end)));
    text.remove_prefix(end + separator.size());
  }
  list.Add(CelValue::String(text));
  return list.Finish();
}

CelValue Substring(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(2 * Writing(text.size()))) return context->ended();
  int64_t start = of[1].AsInt();
  std::optional<size_t> from = ByteOf(text, start);
  if (!from.has_value()) return OutOfRange(start, context);
  if (of.size() == 2) return CelValue::String(text.substr(*from));
  int64_t end = of[2].AsInt();
  std::optional<size_t> to = ByteOf(text, end);
  if (end < start || !to.has_value()) return OutOfRange(end, context);
  return CelValue::String(text.substr(*from, *to - *from));
}

bool IsSpace(char32_t rune) {
  constexpr char32_t kSpaces[] = {0x09,   0x0a,   0x0b,   0x0c,   0x0d,
                                  0x20,   0x85,   0xa0,   0x1680, 0x2028,
                                  0x2029, 0x202f, 0x205f, 0x3000};
  return std::find(std::begin(kSpaces), std::end(kSpaces), rune) !=
             std::end(kSpaces) ||
         (rune >= 0x2000 && rune <= 0x200a);
}

CelValue Trim(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  size_t start = text.size();
  size_t end = 0;
  for (size_t at = 0; at < text.size();) {
    Rune rune = DecodeRune(text.substr(at));
    if (!IsSpace(rune.value)) {
      start = std::min(start, at);
      end = at + rune.size;
    }
    at += rune.size;
  }
  return CelValue::String(end == 0 ? "" : text.substr(start, end - start));
}

CelValue Reverse(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::string made(text.size(), '\0');
  size_t end = text.size();
  for (size_t at = 0; at < text.size();) {
    size_t size = DecodeRune(text.substr(at)).size;
    end -= size;
    text.copy(&made[end], size, at);
    at += size;
  }
  return context->Text(made);
}

// Writes the escapes of cel-go. Other characters do not change.
CelValue Quote(CelArguments of, CelContext* context) {
  constexpr struct {
    char character;
    absl::string_view escape;
  } kEscapes[] = {{'\a', "\\a"}, {'\b', "\\b"},  {'\f', "\\f"},
                  {'\n', "\\n"}, {'\r', "\\r"},  {'\t', "\\t"},
                  {'\v', "\\v"}, {'\\', "\\\\"}, {'"', "\\\""}};
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::string made = "\"";
  for (char c : text) {
    absl::string_view written(&c, 1);
    for (const auto& row : kEscapes) {
      if (row.character == c) written = row.escape;
    }
    absl::StrAppend(&made, written);
  }
  made.push_back('"');
  return context->Text(made);
}

constexpr FunctionRow kTextExtensions[] = {
    {"string.charAt(int): string", CharAt},
    {"string.indexOf(string): int", IndexOf},
    {"string.indexOf(string, int): int", IndexOf},
    {"string.lastIndexOf(string): int", LastIndexOf},
    {"string.lastIndexOf(string, int): int", LastIndexOf},
    {"list<string>.join(): string", Join},
    {"list<string>.join(string): string", Join},
    {"string.lowerAscii(): string", MapAscii<Lower>},
    {"string.upperAscii(): string", MapAscii<Upper>},
    {"string.replace(string, string): string", Replace},
    {"string.replace(string, string, int): string", Replace},
    {"string.split(string): list<string>", Split},
    {"string.split(string, int): list<string>", Split},
    {"string.substring(int): string", Substring},
    {"string.substring(int, int): string", Substring},
    {"string.trim(): string", Trim},
    {"string.reverse(): string", Reverse},
    {"strings.quote(string): string", Quote},
};

}  // namespace

absl::Span<const FunctionRow> TextExtensionRows() { return kTextExtensions; }

}  // namespace loom
