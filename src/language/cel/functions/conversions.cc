// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "data/go/format.h"
#include "data/go/numbers.h"
#include "data/value/utf8.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/time_text.h"

namespace loom {
namespace {

constexpr double kTwoTo63 = 9223372036854775808.0;
constexpr double kTwoTo64 = 18446744073709551616.0;

CelValue SameValue(CelArguments of, CelContext*) { return of[0]; }

CelValue IsNo(absl::string_view type, const CelValue& text,
              CelContext* context) {
  return context->Failed(
      absl::StrCat(Quoted(text.AsText()), " is not a valid ", type));
}

CelValue ConversionOutOfRange(absl::string_view type, CelContext* context) {
  return context->Failed(
      absl::StrCat("the number is outside the range of ", type));
}

// Returns whether the string has only digits, after a sign if `sign` is true, which is
// the form of Go's numbers to base 10.
bool IsDecimal(absl::string_view text, bool sign) {
  if (sign && !absl::ConsumePrefix(&text, "-")) absl::ConsumePrefix(&text, "+");
  return !text.empty() &&
         text.find_first_not_of("0123456789") == absl::string_view::npos;
}

CelValue UintToInt(CelArguments of, CelContext* context) {
  if (of[0].AsUint() > uint64_t(INT64_MAX))
    return ConversionOutOfRange("int", context);
  return CelValue::Int(int64_t(of[0].AsUint()));
}

CelValue DoubleToInt(CelArguments of, CelContext* context) {
  double value = of[0].AsReal();
  bool inside = value > -kTwoTo63 && value < kTwoTo63;
  return inside ? CelValue::Int(int64_t(value))
                : ConversionOutOfRange("int", context);
}

CelValue StringToInt(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  int64_t value = 0;
  if (!context->Takes(Writing(text.size()))) return context->ended();
  bool read = IsDecimal(text, true) && absl::SimpleAtoi(text, &value);
  return read ? CelValue::Int(value) : IsNo("int", of[0], context);
}

CelValue TimestampToInt(CelArguments of, CelContext*) {
  return CelValue::Int(of[0].AsTime().seconds);
}

CelValue DurationToInt(CelArguments of, CelContext* context) {
  std::optional<int64_t> nanos = NanosOf(of[0].AsTime());
  return nanos ? CelValue::Int(*nanos) : ConversionOutOfRange("int", context);
}

CelValue IntToUint(CelArguments of, CelContext* context) {
  if (of[0].AsInt() < 0) return ConversionOutOfRange("uint", context);
  return CelValue::Uint(uint64_t(of[0].AsInt()));
}

CelValue DoubleToUint(CelArguments of, CelContext* context) {
  double value = of[0].AsReal();
  bool inside = value >= 0 && value < kTwoTo64;
  return inside ? CelValue::Uint(uint64_t(value))
                : ConversionOutOfRange("uint", context);
}

CelValue StringToUint(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  uint64_t value = 0;
  if (!context->Takes(Writing(text.size()))) return context->ended();
  bool read = IsDecimal(text, false) && absl::SimpleAtoi(text, &value);
  return read ? CelValue::Uint(value) : IsNo("uint", of[0], context);
}

CelValue IntToDouble(CelArguments of, CelContext*) {
  return CelValue::Double(double(of[0].AsInt()));
}
CelValue UintToDouble(CelArguments of, CelContext*) {
  return CelValue::Double(double(of[0].AsUint()));
}

CelValue StringToDouble(CelArguments of, CelContext* context) {
  absl::string_view text = of[0].AsText();
  if (!context->Takes(Writing(text.size()))) return context->ended();
  double value = 0;
  bool padded = text.empty() || absl::ascii_isspace(text.front()) ||
                absl::ascii_isspace(text.back());
  if (padded || !absl::SimpleAtod(text, &value)) {
    return IsNo("double", of[0], context);
  }
  bool is_word = text.find_first_of("iInN") != absl::string_view::npos;
  if (std::isinf(value) && !is_word)
    return ConversionOutOfRange("double", context);
  return CelValue::Double(value);
}

CelValue IntToString(CelArguments of, CelContext* context) {
  return context->Text(absl::StrCat(of[0].AsInt()));
}
CelValue UintToString(CelArguments of, CelContext* context) {
  return context->Text(absl::StrCat(of[0].AsUint()));
}
CelValue DoubleToString(CelArguments of, CelContext* context) {
  std::string text;
  Directive directive;
  directive.verb = U'g';
  PrintFloat(of[0].AsReal(), directive, &text);
  return context->Text(text);
}
CelValue BoolToString(CelArguments of, CelContext*) {
  return CelValue::String(of[0].AsBool() ? "true" : "false");
}
CelValue BytesToString(CelArguments of, CelContext* context) {
  absl::string_view bytes = of[0].AsText();
  if (!context->Takes(Reading(bytes.size()))) return context->ended();
  if (!IsUtf8(bytes)) return context->Failed("the bytes are not UTF-8");
  return CelValue::String(bytes);
}
CelValue TimestampToString(CelArguments of, CelContext* context) {
  // The cost of its fields, in addition to their characters.
  context->Note(40);
  return context->Text(TimestampText(of[0].AsTime()));
}
CelValue DurationToString(CelArguments of, CelContext* context) {
  return context->Text(DurationText(of[0].AsTime()));
}

CelValue StringToBytes(CelArguments of, CelContext*) {
  return CelValue::OfBytes(of[0].AsText());
}

CelValue StringToBool(CelArguments of, CelContext* context) {
  for (absl::string_view yes : {"1", "t", "T", "true", "TRUE", "True"}) {
    if (of[0].AsText() == yes) return CelValue::Bool(true);
  }
  for (absl::string_view no : {"0", "f", "F", "false", "FALSE", "False"}) {
    if (of[0].AsText() == no) return CelValue::Bool(false);
  }
  return IsNo("bool", of[0], context);
}

CelValue StringToTimestamp(CelArguments of, CelContext* context) {
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  std::optional<CelTime> time = ParseTimestamp(of[0].AsText());
  return time ? CelValue::Timestamp(*time) : IsNo("timestamp", of[0], context);
}

CelValue IntToTimestamp(CelArguments of, CelContext* context) {
  CelTime time{of[0].AsInt(), 0};
  return IsTimestamp(time) ? CelValue::Timestamp(time)
                           : ConversionOutOfRange("timestamp", context);
}

CelValue StringToDuration(CelArguments of, CelContext* context) {
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  std::optional<CelTime> time = ParseDuration(of[0].AsText());
  return time ? CelValue::Duration(*time) : IsNo("duration", of[0], context);
}

// A number of nanoseconds, as int(duration) returns it.
CelValue IntToDuration(CelArguments of, CelContext*) {
  return CelValue::Duration(TimeOfNanos(of[0].AsInt()));
}

CelValue TypeOf(CelArguments of, CelContext*) {
  return CelValue::Type(TypeNameOf(of[0]));
}

constexpr FunctionRow kConversions[] = {
    {"int(int): int", SameValue},
    {"int(uint): int", UintToInt},
    {"int(double): int", DoubleToInt},
    {"int(string): int", StringToInt},
    {"int(timestamp): int", TimestampToInt},
    {"int(duration): int", DurationToInt},
    {"uint(uint): uint", SameValue},
    {"uint(int): uint", IntToUint},
    {"uint(double): uint", DoubleToUint},
    {"uint(string): uint", StringToUint},
    {"double(double): double", SameValue},
    {"double(int): double", IntToDouble},
    {"double(uint): double", UintToDouble},
    {"double(string): double", StringToDouble},
    {"string(string): string", SameValue},
    {"string(int): string", IntToString},
    {"string(uint): string", UintToString},
    {"string(double): string", DoubleToString},
    {"string(bool): string", BoolToString},
    {"string(bytes): string", BytesToString},
    {"string(timestamp): string", TimestampToString},
    {"string(duration): string", DurationToString},
    {"bytes(bytes): bytes", SameValue},
    {"bytes(string): bytes", StringToBytes},
    {"bool(bool): bool", SameValue},
    {"bool(string): bool", StringToBool},
    {"timestamp(timestamp): timestamp", SameValue},
    {"timestamp(string): timestamp", StringToTimestamp},
    {"timestamp(int): timestamp", IntToTimestamp},
    {"duration(duration): duration", SameValue},
    {"duration(int): duration", IntToDuration},
    {"duration(string): duration", StringToDuration},
    {"dyn(A): dyn", SameValue},
    {"type(A): type", TypeOf},
};

}  // namespace

absl::Span<const FunctionRow> ConversionRows() { return kConversions; }

}  // namespace loom
