// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/writer.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "data/value/deferred.h"
#include "data/value/number.h"
#include "data/yaml/text.h"

namespace loom {
namespace {

// For YamlNumber.

// Go's %g with as few digits as identify the number: with an exponent (of at
// least two digits) from 1e6 on and below 1e-4, otherwise without.
template <typename Float>
std::string FormatG(Float value) {
  char buffer[64];
  char* end = std::to_chars(buffer, buffer + sizeof buffer, value,
                            std::chars_format::scientific)
                  .ptr;
  int exponent = 0;
  const char* e = std::find(buffer, end, 'e');
  std::from_chars(e + (e[1] == '+' ? 2 : 1), end, exponent);
  if (exponent >= -4 && exponent < 6) {
    end = std::to_chars(buffer, buffer + sizeof buffer, value,
                        std::chars_format::fixed)
              .ptr;
  }
  return {buffer, end};
}

// For KeyLess.

std::u32string CodePoints(absl::string_view text) {
  std::u32string points;
  for (char byte : text) {
    uint8_t bits = static_cast<uint8_t>(byte);
    if ((bits & 0xC0) == 0x80 && !points.empty()) {
      points.back() = points.back() << 6 | (bits & 0x3F);
    } else {
      points.push_back(bits < 0x80   ? bits
                       : bits < 0xE0 ? bits & 0x1F
                       : bits < 0xF0 ? bits & 0x0F
                                     : bits & 0x07);
    }
  }
  return points;
}

// Exact for ASCII and Latin-1. Of the other characters, all are taken for
// letters but those in blocks of punctuation and symbols.
bool IsLetter(char32_t c) {
  if (c < 0x80) return absl::ascii_isalpha(static_cast<unsigned char>(c));
  if (c < 0xC0) return c == 0xAA || c == 0xB5 || c == 0xBA;
  if (c == 0xD7 || c == 0xF7) return false;
  return !(c >= 0x2000 && c < 0x2C00) && !(c >= 0x3000 && c < 0x3005) &&
         !(c >= 0x3007 && c < 0x3031) && !(c >= 0xE000 && c < 0xF900) &&
         !(c >= 0xFE00 && c < 0xFE70) && !(c >= 0x1F000 && c < 0x20000);
}

bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }

// A number in a key, and the position after its digits.
struct Number {
  int64_t value;
  size_t end;
};

// The digits of the number that precede `at` are equal in both keys. They are
// represented by `start`: 1 if one of them is not 0 and counts, otherwise 0.
Number NumberAt(const std::u32string& text, size_t at, int64_t start) {
  Number number{start, at};
  while (number.end < text.size() && IsDigit(text[number.end])) {
    uint64_t shifted = static_cast<uint64_t>(number.value) * 10;
    number.value = static_cast<int64_t>(shifted + (text[number.end++] - '0'));
  }
  return number;
}

// Whether `at` follows a run of digits that contains another digit than 0.
bool FollowsDigits(const std::u32string& text, size_t at) {
  while (at > 0 && IsDigit(text[at - 1])) {
    if (text[--at] != '0') return true;
  }
  return false;
}

// For WriteYaml.

constexpr int kIndent = 2;
// A longer key is written as `? key`; so does go-yaml.
constexpr size_t kMaxSimpleKey = 128;

// What a node is part of: it decides on which line the node begins.
enum class Place { kRoot, kValue, kItem };

class Emitter {
 public:
  absl::Status Node(const Value& value, Place place, int indent) {
    if (value.IsObject() && !value.ObjectEmpty()) {
      return Map(value, indent);
    }
    if (value.IsArray() && !value.Empty()) {
      return Sequence(value, place, indent);
    }
    if (value.IsString()) {
      WriteText(View(value), /*key=*/false, Continuation(indent), &page_);
      return absl::OkStatus();
    }
    if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
      return absl::FailedPreconditionError(
          "a number is infinite or NaN, which JSON cannot represent");
    }
    page_.Word(value.IsObject()  ? "{}"
               : value.IsArray() ? "[]"
               : value.IsNull()  ? "null"
               : value.IsTrue()  ? "true"
               : value.IsFalse() ? "false"
                                 : YamlNumber(value));
    return absl::OkStatus();
  }

  std::string Finish() && {
    page_.StartLine(0);
    return std::move(page_).Finish();
  }

 private:
  // Returns the column of further lines of a string, below its key or item.
  static int Continuation(int indent) { return std::max(indent, 0) + kIndent; }

  absl::Status Map(const Value& map, int indent) {
    indent = indent < 0 ? 0 : indent + kIndent;
    for (const Member* member : InKeyOrder(map)) {
      absl::string_view key = View(member->name);
      page_.StartLine(indent);
      if (IsOneLine(key) && key.size() <= kMaxSimpleKey) {
        WriteText(key, /*key=*/true, Continuation(indent), &page_);
        page_.Colon();
      } else {
        page_.Indicator("?");
        WriteText(key, /*key=*/false, Continuation(indent), &page_);
        page_.StartLine(indent);
        page_.Indicator(":");
      }
      absl::Status status = Node(member->value, Place::kValue, indent);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  absl::Status Sequence(const Value& sequence, Place place, int indent) {
    bool below_key = place == Place::kValue && !page_.at_indent();
    if (indent < 0) {
      indent = 0;
    } else if (!below_key) {
      indent += kIndent;
    }
    for (const Value& item : Items(sequence)) {
      page_.StartLine(indent);
      page_.Indicator("-");
      absl::Status status = Node(item, Place::kItem, indent);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

  YamlPage page_;
};

}  // namespace

std::string YamlNumber(const Value& number) {
  std::string json;
  AppendJsonNumber(number, &json);
  if (json == "-0") return "0";
  int64_t whole = 0;
  uint64_t large = 0;
  if (absl::SimpleAtoi(json, &whole) || absl::SimpleAtoi(json, &large)) {
    return json;
  }
  return FormatG(number.GetDouble());
}

std::string YamlNumberKey(double number) {
  return FormatG(static_cast<float>(number));
}

bool KeyLess(absl::string_view left, absl::string_view right) {
  std::u32string a = CodePoints(left);
  std::u32string b = CodePoints(right);
  size_t shorter = std::min(a.size(), b.size());
  size_t at = std::mismatch(a.begin(), a.begin() + shorter, b.begin()).first -
              a.begin();
  if (at == shorter) return a.size() < b.size();
  if (IsLetter(a[at]) && IsLetter(b[at])) return a[at] < b[at];
  if (IsLetter(a[at]) || IsLetter(b[at])) return IsLetter(b[at]);
  bool zero = a[at] == '0' || b[at] == '0';
  int64_t start = zero && FollowsDigits(a, at) ? 1 : 0;
  Number x = NumberAt(a, at, start);
  Number y = NumberAt(b, at, start);
  if (x.value != y.value) return x.value < y.value;
  if (x.end != y.end) return x.end < y.end;
  return a[at] < b[at];
}

std::vector<const Member*> InKeyOrder(const Value& object) {
  std::vector<const Member*> members;
  members.reserve(object.MemberCount());
  for (const Member& member : Members(object)) members.push_back(&member);
  std::stable_sort(members.begin(), members.end(),
                   [](const Member* a, const Member* b) {
                     return KeyLess(View(a->name), View(b->name));
                   });
  return members;
}

absl::StatusOr<std::string> WriteYaml(const Value& value) {
  Emitter emitter;
  absl::Status status = emitter.Node(value, Place::kRoot, -1);
  if (!status.ok()) return status;
  return std::move(emitter).Finish();
}

}  // namespace loom
