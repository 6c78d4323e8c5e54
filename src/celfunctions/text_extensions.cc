// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "cel/collections.h"
#include "celfunctions/tables.h"
#include "go/rune.h"
#include "go/text.h"

namespace loom {
namespace {

CelValue OutOfRange(int64_t index, CelContext* context) {
  return context->Failed(absl::StrCat("index out of range: ", index));
}

// The byte at which each character begins, and the size behind the last one.
std::vector<size_t> StartsOf(absl::string_view text) {
  std::vector<size_t> starts;
  for (size_t at = 0; at < text.size();) {
    starts.push_back(at);
    at += DecodeRune(text.substr(at)).size;
  }
  starts.push_back(text.size());
  return starts;
}

CelValue CharAt(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::vector<size_t> starts = StartsOf(text);
  int64_t index = of[1].AsInt();
  if (index < 0 || uint64_t(index) >= starts.size()) {
    return OutOfRange(index, context);
  }
  if (size_t(index) + 1 == starts.size()) return CelValue::String("");
  size_t start = starts[size_t(index)];
  return CelValue::String(
      text.substr(start, starts[size_t(index) + 1] - start));
}

// The index of the character at which the byte `at` is.
int64_t IndexOfByte(const std::vector<size_t>& starts, size_t at) {
  return std::lower_bound(starts.begin(), starts.end(), at) - starts.begin();
}

CelValue IndexOf(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view part = of[1].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  int64_t offset = of.size() > 2 ? of[2].AsInt() : 0;
  if (offset < 0) return OutOfRange(offset, context);
  std::vector<size_t> starts = StartsOf(text);
  auto length = int64_t(starts.size()) - 1;
  if (part.empty()) return CelValue::Int(std::min(offset, length));
  if (offset >= length) return CelValue::Int(-1);
  size_t found = text.find(part, starts[size_t(offset)]);
  return CelValue::Int(
      found == absl::string_view::npos ? -1 : IndexOfByte(starts, found));
}

CelValue LastIndexOf(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  absl::string_view part = of[1].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::vector<size_t> starts = StartsOf(text);
  auto length = int64_t(starts.size()) - 1;
  int64_t offset = of.size() > 2 ? of[2].AsInt() : length;
  if (offset < 0) return OutOfRange(offset, context);
  if (part.empty()) return CelValue::Int(std::min(offset, length));
  if (of.size() > 2 && offset >= length) return CelValue::Int(-1);
  size_t found = text.rfind(part, starts[size_t(offset)]);
  return CelValue::Int(
      found == absl::string_view::npos ? -1 : IndexOfByte(starts, found));
}

CelValue Join(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  absl::string_view separator = of.size() > 1 ? of[1].AsText() : "";
  std::string text;
  for (size_t i = 0; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (element.kind() != CelKind::kString) {
      return context->Failed(
          absl::StrCat("join wants texts, got a value of the "
                       "type ",
                       TypeNameOf(element)));
    }
    if (i > 0) absl::StrAppend(&text, separator);
    absl::StrAppend(&text, element.AsText());
    if (!context->Takes(Reading(separator.size() + element.AsText().size()))) {
      return context->ended();
    }
    if (absl::Status fits = CheckText(text.size()); !fits.ok()) {
      return context->Failed(fits.message());
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
  int64_t left = of.size() > 3 ? of[3].AsInt() : -1;
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::string made;
  size_t at = 0;
  while (left != 0 && at <= text.size()) {
    // Nothing is found before each character, and at the end.
    size_t found = part.empty() ? at : text.find(part, at);
    if (found == absl::string_view::npos) break;
    absl::StrAppend(&made, text.substr(at, found - at), with);
    at = found + part.size();
    if (!context->Takes(Reading(with.size()))) return context->ended();
    if (absl::Status fits = CheckText(made.size()); !fits.ok()) {
      return context->Failed(fits.message());
    }
    --left;
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
  int64_t left = of.size() > 2 ? of[2].AsInt() : -1;
  if (!context->Takes(Finding(text.size()))) return context->ended();
  ListMaker list(0, context);
  if (left == 0) return list.Finish();
  // Nothing separates all characters.
  bool each = separator.empty();
  if (each && text.empty()) return list.Finish();
  for (; left != 1; --left) {
    size_t end = each ? DecodeRune(text).size : text.find(separator);
    if (end == absl::string_view::npos || (each && end == text.size())) break;
    list.Add(CelValue::String(text.substr(0, end)));
    text.remove_prefix(end + separator.size());
  }
  list.Add(CelValue::String(text));
  return list.Finish();
}

CelValue Substring(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  std::vector<size_t> starts = StartsOf(text);
  auto length = int64_t(starts.size()) - 1;
  int64_t start = of[1].AsInt();
  int64_t end = of.size() > 2 ? of[2].AsInt() : length;
  if (start < 0 || start > length) return OutOfRange(start, context);
  if (end < start || end > length) return OutOfRange(end, context);
  size_t from = starts[size_t(start)];
  return CelValue::String(text.substr(from, starts[size_t(end)] - from));
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
  std::vector<size_t> starts = StartsOf(text);
  std::string made;
  for (size_t i = starts.size() - 1; i > 0; --i) {
    absl::StrAppend(&made,
                    text.substr(starts[i - 1], starts[i] - starts[i - 1]));
  }
  return context->Text(made);
}

// The escapes that cel-go writes; everything else stays as it is.
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

constexpr FunctionRow kRows[] = {
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

absl::Span<const FunctionRow> TextExtensionRows() { return kRows; }

}  // namespace loom
