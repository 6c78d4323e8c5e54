// SPDX-License-Identifier: Apache-2.0
#include "data/yaml/scalar.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "data/value/number.h"
#include "data/value/utf8.h"
#include "data/yaml/writer.h"

namespace loom {
namespace {

// For IsTimestamp.

// A number of `least` to `most` digits.
std::optional<int> Take(absl::string_view* text, size_t least, size_t most) {
  int value = 0;
  size_t count = 0;
  while (count < most && count < text->size() &&
         absl::ascii_isdigit((*text)[count])) {
    value = value * 10 + ((*text)[count++] - '0');
  }
  if (count < least) return std::nullopt;
  text->remove_prefix(count);
  return value;
}

bool TakeWithin(absl::string_view* text, size_t least, int low, int high) {
  std::optional<int> value = Take(text, least, 2);
  return value.has_value() && *value >= low && *value <= high;
}

int DaysOf(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return kDays[month - 1] + (month == 2 && leap ? 1 : 0);
}

bool TakeDate(absl::string_view* text) {
  std::optional<int> year = Take(text, 4, 4);
  if (!year.has_value() || !absl::ConsumePrefix(text, "-")) return false;
  std::optional<int> month = Take(text, 1, 2);
  if (!month.has_value() || *month < 1 || *month > 12) return false;
  return absl::ConsumePrefix(text, "-") &&
         TakeWithin(text, 1, 1, DaysOf(*year, *month));
}

// hh:mm:ss, and a fraction after a point or, which Go allows too, a comma.
bool TakeTime(absl::string_view* text) {
  if (!TakeWithin(text, 1, 0, 23) || !absl::ConsumePrefix(text, ":") ||
      !TakeWithin(text, 1, 0, 59) || !absl::ConsumePrefix(text, ":") ||
      !TakeWithin(text, 1, 0, 59)) {
    return false;
  }
  if (text->size() > 1 && ((*text)[0] == '.' || (*text)[0] == ',') &&
      absl::ascii_isdigit((*text)[1])) {
    text->remove_prefix(1);
    while (!text->empty() && absl::ascii_isdigit((*text)[0])) {
      text->remove_prefix(1);
    }
  }
  return true;
}

bool TakeZone(absl::string_view* text) {
  if (absl::ConsumePrefix(text, "Z")) return true;
  return (absl::ConsumePrefix(text, "+") || absl::ConsumePrefix(text, "-")) &&
         TakeWithin(text, 2, 0, 24) && absl::ConsumePrefix(text, ":") &&
         TakeWithin(text, 2, 0, 60);
}

// For PlainScalar.

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Word {
  absl::string_view text;
  enum { kTrue, kFalse, kNull, kNan, kInfinite, kMinusInfinite } meaning;
};

constexpr Word kWords[] = {
    {"y", Word::kTrue},
    {"Y", Word::kTrue},
    {"yes", Word::kTrue},
    {"Yes", Word::kTrue},
    {"YES", Word::kTrue},
    {"true", Word::kTrue},
    {"True", Word::kTrue},
    {"TRUE", Word::kTrue},
    {"on", Word::kTrue},
    {"On", Word::kTrue},
    {"ON", Word::kTrue},
    {"n", Word::kFalse},
    {"N", Word::kFalse},
    {"no", Word::kFalse},
    {"No", Word::kFalse},
    {"NO", Word::kFalse},
    {"false", Word::kFalse},
    {"False", Word::kFalse},
    {"FALSE", Word::kFalse},
    {"off", Word::kFalse},
    {"Off", Word::kFalse},
    {"OFF", Word::kFalse},
    {"", Word::kNull},
    {"~", Word::kNull},
    {"null", Word::kNull},
    {"Null", Word::kNull},
    {"NULL", Word::kNull},
    {".nan", Word::kNan},
    {".NaN", Word::kNan},
    {".NAN", Word::kNan},
    {".inf", Word::kInfinite},
    {".Inf", Word::kInfinite},
    {".INF", Word::kInfinite},
    {"+.inf", Word::kInfinite},
    {"+.Inf", Word::kInfinite},
    {"+.INF", Word::kInfinite},
    {"-.inf", Word::kMinusInfinite},
    {"-.Inf", Word::kMinusInfinite},
    {"-.INF", Word::kMinusInfinite},
};

std::optional<Value> ReadWord(absl::string_view text) {
  if (text.size() > 5) return std::nullopt;
  for (const Word& word : kWords) {
    if (text != word.text) continue;
    switch (word.meaning) {
      case Word::kTrue:
        return Value(true);
      case Word::kFalse:
        return Value(false);
      case Word::kNull:
        return Value();
      case Word::kNan:
        return Real(std::nan(""));
      case Word::kInfinite:
        return Real(kInfinity);
      case Word::kMinusInfinite:
        return Real(-kInfinity);
    }
  }
  return std::nullopt;
}

// Removes the prefix of the base (0x, 0b, 0o, 0) and returns the base.
int TakeBase(absl::string_view* digits) {
  if (digits->size() < 2 || (*digits)[0] != '0') return 10;
  char letter = absl::ascii_tolower((*digits)[1]);
  int base = letter == 'x' ? 16 : letter == 'b' ? 2 : 8;
  digits->remove_prefix(base == 8 && letter != 'o' ? 1 : 2);
  return base;
}

// Implements Go's ParseInt and ParseUint with base 0, for strings without
// underscores.
std::optional<Value> ReadInteger(absl::string_view text) {
  bool negative = absl::ConsumePrefix(&text, "-");
  bool sign = negative || absl::ConsumePrefix(&text, "+");
  int base = TakeBase(&text);
  if (text.empty()) return std::nullopt;
  uint64_t magnitude = 0;
  for (char c : text) {
    int digit = absl::ascii_isdigit(c)    ? c - '0'
                : absl::ascii_isxdigit(c) ? absl::ascii_tolower(c) - 'a' + 10
                                          : 16;
    uint64_t next = 0;
    if (digit >= base || __builtin_mul_overflow(magnitude, base, &next) ||
        __builtin_add_overflow(next, digit, &magnitude)) {
      return std::nullopt;
    }
  }
  constexpr uint64_t kTop = uint64_t{1} << 63;
  if (negative && magnitude <= kTop) {
    return Integer(static_cast<int64_t>(-magnitude));
  }
  if (!negative && magnitude < kTop) {
    return Integer(static_cast<int64_t>(magnitude));
  }
  if (sign) return std::nullopt;
  return Real(static_cast<double>(magnitude));
}

size_t TakeDigits(absl::string_view* text) {
  size_t count = 0;
  while (count < text->size() && absl::ascii_isdigit((*text)[count])) ++count;
  text->remove_prefix(count);
  return count;
}

// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
bool LooksLikeFloat(absl::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  size_t whole = TakeDigits(&text);
  bool point = absl::ConsumePrefix(&text, ".");
  size_t fraction = point ? TakeDigits(&text) : 0;
  if (whole == 0 && fraction == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  return TakeDigits(&text) > 0 && text.empty();
}

// A whole number becomes an int64, because Go writes it as JSON without a
// point.
std::optional<Value> ReadFloat(absl::string_view text) {
  double value = 0;
  if (!LooksLikeFloat(text) || !absl::SimpleAtod(text, &value) ||
      std::isinf(value)) {
    return std::nullopt;
  }
  int64_t whole = 0;
  if (value == std::floor(value) && std::fabs(value) < 1e21 &&
      absl::SimpleAtoi(PlainDecimal(value), &whole)) {
    return Integer(whole);
  }
  return Real(value);
}

// go-yaml removes underscores from numbers, except from those that begin with a
// point. These are read by Go's ParseFloat, which allows underscores only
// between digits.
bool UnderscoresSeparateDigits(absl::string_view text) {
  for (size_t at = text.find('_'); at != text.npos;
       at = text.find('_', at + 1)) {
    if (at == 0 || at + 1 == text.size() ||
        !absl::ascii_isdigit(text[at - 1]) ||
        !absl::ascii_isdigit(text[at + 1])) {
      return false;
    }
  }
  return true;
}

std::optional<Value> ReadNumber(absl::string_view text) {
  std::string plain = absl::StrReplaceAll(text, {{"_", ""}});
  if (text[0] == '.') {
    if (!UnderscoresSeparateDigits(text)) return std::nullopt;
    return ReadFloat(plain);
  }
  std::optional<Value> integer = ReadInteger(plain);
  return integer.has_value() ? std::move(integer) : ReadFloat(plain);
}

// [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?
bool IsBase60(absl::string_view text) {
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    text.remove_prefix(1);
  }
  if (text.empty() || !absl::ascii_isdigit(text[0])) return false;
  auto skip = [&text] {
    while (!text.empty() && (absl::ascii_isdigit(text[0]) || text[0] == '_')) {
      text.remove_prefix(1);
    }
  };
  skip();
  bool any = false;
  while (absl::ConsumePrefix(&text, ":")) {
    char first = text.empty() ? 'x' : text[0];
    size_t count = TakeDigits(&text);
    if (count == 0 || count > 2 || (count == 2 && first > '5')) return false;
    any = true;
  }
  if (absl::ConsumePrefix(&text, ".")) skip();
  return any && text.empty();
}

// For TaggedScalar.

constexpr absl::string_view kTagPrefix = "tag:yaml.org,2002:";

// Whether a value is what its tag says: `!!int` is for integers. Tags that are
// not known, such as `!custom`, fit every value.
bool Fits(absl::string_view type, const Value& value) {
  if (type == "int") return value.IsInt64();
  if (type == "float") return value.IsNumber();
  if (type == "bool") return value.IsBool();
  if (type == "null") return value.IsNull();
  return true;
}

absl::StatusOr<Value> Binary(absl::string_view text, Pool* pool) {
  std::string bytes;
  if (!absl::Base64Unescape(text, &bytes) || !IsUtf8(bytes)) {
    return absl::InvalidArgumentError(
        "this !!binary is not base64-encoded UTF-8");
  }
  return Text(bytes, pool);
}

}  // namespace

absl::StatusOr<Value> TaggedScalar(absl::string_view tag,
                                   absl::string_view text, Pool* pool) {
  absl::string_view type = tag;
  bool known = absl::ConsumePrefix(&type, kTagPrefix);
  if (known && type == "binary") return Binary(text, pool);
  if (tag != "?" && (!known || type == "str")) return Text(text, pool);
  Value value = PlainScalar(pool->Keep(text));
  if (known && !Fits(type, value)) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not a !!", type));
  }
  if (value.IsDouble() && !std::isfinite(value.GetDouble())) {
    return absl::InvalidArgumentError(
        absl::StrCat(text, " is a number that no JSON can hold; quote it"));
  }
  return value;
}

absl::StatusOr<absl::string_view> KeyText(const Value& key, Pool* pool) {
  if (key.IsString()) return View(key);
  if (key.IsBool()) return key.GetBool() ? "true" : "false";
  if (key.IsInt64()) return pool->Keep(absl::StrCat(key.GetInt64()));
  if (key.IsDouble()) return pool->Keep(YamlNumberKey(key.GetDouble()));
  return absl::InvalidArgumentError(absl::StrCat(
      "a key cannot be ", key.IsNull() ? "null"
                          : key.IsArray()
                              ? "a list"
                              : "a map; quote the value if it is a template"));
}

bool IsMergeKey(absl::string_view tag, absl::string_view text) {
  return text == "<<" &&
         (tag == "?" || tag == absl::StrCat(kTagPrefix, "merge"));
}

bool IsTimestamp(absl::string_view text) {
  if (!TakeDate(&text)) return false;
  if (text.empty()) return true;
  if (absl::ConsumePrefix(&text, "T") || absl::ConsumePrefix(&text, "t")) {
    return TakeTime(&text) && TakeZone(&text) && text.empty();
  }
  if (!absl::ConsumePrefix(&text, " ")) return false;
  while (absl::ConsumePrefix(&text, " ")) {
  }
  return TakeTime(&text) && text.empty();
}

Value PlainScalar(absl::string_view text) {
  if (std::optional<Value> word = ReadWord(text)) return *std::move(word);
  char first = text[0];
  if (absl::ascii_isdigit(first) || first == '+' || first == '-' ||
      first == '.') {
    if (std::optional<Value> number = ReadNumber(text)) {
      return *std::move(number);
    }
  }
  return Borrow(text);
}

bool ReadsAsText(absl::string_view text) {
  return PlainScalar(text).IsString() && !IsTimestamp(text) && !IsBase60(text);
}

std::string ScalarText(const Value* value) {
  if (value == nullptr) return "";
  if (value->IsString()) return std::string(View(*value));
  if (value->IsBool()) return value->GetBool() ? "true" : "false";
  return value->IsNumber() ? YamlNumber(*value) : "";
}

bool IsTrue(const Value* value) { return value != nullptr && value->IsTrue(); }

}  // namespace loom
