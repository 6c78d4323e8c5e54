// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/go/format.h"
#include "data/go/numbers.h"
#include "data/value/number.h"
#include "data/value/utf8.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/time_text.h"

namespace loom {
namespace {

std::string RealText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  return PlainDecimal(value);
}

constexpr absl::string_view kDigits = "0123456789abcdef";

// The steps for printing a number, in addition to those for its digits.
constexpr uint64_t kPrinting = 50;

// The result consists of parts. Each of these functions appends one, and returns false
// if it cannot.
class Formatter {
 public:
  // `made` counts the bytes of all parts of one result, including those of maps, which
  // are separate strings until they are sorted.
  Formatter(CelContext* context, size_t* made)
      : context_(context), made_(made) {}

  std::string text;

  // Returns an error if the parts together are too long.
  absl::Status Length() const { return CheckText(*made_); }

  bool Value(const CelValue& value) {
    if (!context_->Takes(Finding(1))) return false;
    switch (value.kind()) {
      case CelKind::kNull:
        return Append("null");
      case CelKind::kBool:
        return Append(value.AsBool() ? "true" : "false");
      case CelKind::kBytes:
        return IsUtf8(value.AsText()) && Append(value.AsText());
      case CelKind::kString:
      case CelKind::kType:
        return Append(value.AsText());
      case CelKind::kDuration:
        return Append(DurationText(value.AsTime()));
      case CelKind::kTimestamp:
        return Append(TimestampText(value.AsTime()));
      case CelKind::kList:
        return List(value.AsList());
      case CelKind::kMap:
        return Map(value.AsMap());
      default:
        return Decimal(value);
    }
  }

  bool Decimal(const CelValue& value) {
    if (value.kind() == CelKind::kInt)
      return Append(absl::StrCat(value.AsInt()));
    if (value.kind() == CelKind::kUint) {
      return Append(absl::StrCat(value.AsUint()));
    }
    return value.kind() == CelKind::kDouble && Append(RealText(value.AsReal()));
  }

  // %f and %e.
  bool Real(const CelValue& value, char verb, int precision) {
    if (!value.IsNumber()) return false;
    double real = value.kind() == CelKind::kInt    ? double(value.AsInt())
                  : value.kind() == CelKind::kUint ? double(value.AsUint())
                                                   : value.AsReal();
    if (!std::isfinite(real)) return Append(RealText(real));
    if (!context_->Takes(kPrinting + Writing(size_t(precision)))) return false;
    Directive directive;
    directive.verb = char32_t(verb);
    directive.precision = precision;
    std::string printed;
    PrintFloat(real, directive, &printed);
    return Append(printed);
  }

  // %b, %o, %x and %X.
  bool Based(const CelValue& value, char verb) {
    bool hex = absl::ascii_tolower(verb) == 'x';
    bool is_text =
        value.kind() == CelKind::kString || value.kind() == CelKind::kBytes;
    std::string made;
    if (is_text && hex) {
      if (!context_->Takes(Writing(value.AsText().size()))) return false;
      for (char c : value.AsText()) {
        made.push_back(kDigits[uint8_t(c) >> 4]);
        made.push_back(kDigits[uint8_t(c) & 0xf]);
      }
    } else if (verb == 'b' && value.kind() == CelKind::kBool) {
      made = value.AsBool() ? "1" : "0";
    } else if (value.kind() == CelKind::kInt) {
      bool negative = value.AsInt() < 0;
      uint64_t amount = uint64_t(value.AsInt());
      made = absl::StrCat(negative ? "-" : "",
                          Digits(negative ? ~amount + 1 : amount, verb));
    } else if (value.kind() == CelKind::kUint) {
      made = Digits(value.AsUint(), verb);
    } else {
      return false;
    }
    return Append(verb == 'X' ? absl::AsciiStrToUpper(made) : made);
  }

 private:
  bool Append(absl::string_view part) {
    *made_ += part.size();
    if (!context_->Takes(Reading(part.size())) || !CheckText(*made_).ok()) {
      return false;
    }
    absl::StrAppend(&text, part);
    return true;
  }

  static std::string Digits(uint64_t value, char verb) {
    unsigned bits = verb == 'b' ? 1 : verb == 'o' ? 3 : 4;
    std::string digits;
    do {
      digits.insert(digits.begin(), kDigits[value & ((1u << bits) - 1)]);
      value >>= bits;
    } while (value != 0);
    return digits;
  }

  bool List(const CelList& list) {
    if (!Append("[")) return false;
    for (size_t i = 0; i < list.size(); ++i) {
      if (i > 0 && !Append(", ")) return false;
      if (!Value(list.At(i))) return false;
    }
    return Append("]");
  }

  // Entries are in the order of their printed keys.
  bool Map(const CelMap& map) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (size_t i = 0; i < map.size(); ++i) {
      CelMap::Entry entry = map.At(i);
      Formatter key(context_, made_);
      Formatter value(context_, made_);
      if (!key.Value(entry.key) || !value.Value(entry.value)) return false;
      context_->Note(Sorting(1) + Writing(key.text.size() + value.text.size()));
      entries.emplace_back(std::move(key.text), std::move(value.text));
    }
    std::sort(entries.begin(), entries.end());
    std::string joined;
    for (const auto& [key, value] : entries) {
      absl::StrAppend(&joined, joined.empty() ? "" : ", ", key, ": ", value);
    }
    *made_ += 4 * entries.size();
    absl::StrAppend(&text, "{", joined, "}");
    return context_->Takes(1) && CheckText(*made_).ok();
  }

  CelContext* context_;
  size_t* made_;
};

// Reads the digits after a point. Returns the default if there is no point, and nullopt
// if there are no digits.
std::optional<int> TakePrecision(absl::string_view* format) {
  constexpr int kDefault = 6;
  if (format->empty() || (*format)[0] != '.') return kDefault;
  size_t end = format->find_first_not_of("0123456789", 1);
  int precision = 0;
  bool read = end != absl::string_view::npos &&
              absl::SimpleAtoi(format->substr(1, end - 1), &precision);
  if (!read || precision > limits::kFormatWidth) return std::nullopt;
  format->remove_prefix(end);
  return precision;
}

// Appends a value under a directive. Returns false if the directive has no form for the
// value.
bool Apply(char verb, int precision, const CelValue& value, Formatter* made) {
  switch (verb) {
    case 's':
      return made->Value(value);
    case 'd':
      return made->Decimal(value);
    case 'f':
    case 'e':
      return made->Real(value, verb, precision);
    case 'b':
    case 'o':
    case 'x':
    case 'X':
      return made->Based(value, verb);
    default:
      return false;
  }
}

// Reads the directive after a percent sign, and formats the next value. Returns an
// error if they do not fit.
std::optional<CelValue> TakeDirective(absl::string_view* format, size_t* next,
                                      const CelList& values, Formatter* made,
                                      CelContext* context) {
  std::optional<int> precision = TakePrecision(format);
  if (!precision.has_value() || format->empty()) {
    return context->Failed("the format ends within a directive");
  }
  if (*next == values.size()) {
    return context->Failed(
        absl::StrCat("the format needs more than ", *next, " values"));
  }
  char verb = (*format)[0];
  format->remove_prefix(1);
  CelValue value = values.At((*next)++);
  bool fits = Apply(verb, *precision, value, made);
  if (!context->status().ok()) return context->ended();
  if (fits) return std::nullopt;
  if (absl::Status length = made->Length(); !length.ok()) {
    return context->Failed(length);
  }
  return context->Failed(absl::StrCat(
      "the directive ", Quoted(absl::StrCat("%", std::string(1, verb))),
      " cannot format a value of type ", TypeNameOf(value)));
}

CelValue Format(CelArguments of, CelContext* context) {
  absl::string_view format = of[0].AsText();
  const CelList& values = of[1].AsList();
  if (!context->Takes(Writing(format.size()))) return context->ended();
  size_t size = format.size();
  Formatter made(context, &size);
  size_t next = 0;
  while (!format.empty()) {
    size_t plain = std::min(format.find('%'), format.size());
    absl::StrAppend(&made.text, format.substr(0, plain));
    format.remove_prefix(plain);
    if (format.empty()) break;
    format.remove_prefix(1);
    if (absl::ConsumePrefix(&format, "%")) {
      made.text.push_back('%');
      continue;
    }
    std::optional<CelValue> error =
        TakeDirective(&format, &next, values, &made, context);
    if (error.has_value()) return *error;
  }
  return context->Text(made.text);
}

constexpr FunctionRow kFormatFunction[] = {
    {"string.format(list<dyn>): string", Format}};

}  // namespace

absl::Span<const FunctionRow> FormatRows() { return kFormatFunction; }

}  // namespace loom
