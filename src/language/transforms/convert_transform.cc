// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/go/numbers.h"
#include "data/go/quantity.h"
#include "data/value/json.h"
#include "data/value/number.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

enum class Kind { kString, kBool, kInt64, kFloat64, kObject, kArray };
enum class InputFormat { kNone, kQuantity, kJson };

constexpr struct {
  absl::string_view name;
  Kind kind;
} kKinds[] = {
    {"string", Kind::kString},   {"bool", Kind::kBool},
    {"int64", Kind::kInt64},     {"int", Kind::kInt64},
    {"float64", Kind::kFloat64}, {"object", Kind::kObject},
    {"array", Kind::kArray},
};

constexpr struct {
  absl::string_view name;
  InputFormat format;
} kFormats[] = {
    {"none", InputFormat::kNone},
    {"quantity", InputFormat::kQuantity},
    {"json", InputFormat::kJson},
};

using Result = absl::StatusOr<Value>;

Result StringToInt64(const Value& value, Pool*) {
  LOOM_ASSIGN_OR_RETURN(int64_t number, ParseGoInt(View(value)));
  return Integer(number);
}

Result StringToFloat64(const Value& value, Pool*) {
  LOOM_ASSIGN_OR_RETURN(double number, ParseGoFloat(View(value)));
  return Real(number);
}

Result StringToBool(const Value& value, Pool*) {
  LOOM_ASSIGN_OR_RETURN(bool truth, ParseGoBool(View(value)));
  return Value(truth);
}

Result QuantityToFloat64(const Value& value, Pool*) {
  LOOM_ASSIGN_OR_RETURN(double number, ParseQuantity(View(value)));
  return Real(number);
}

Result JsonTo(rapidjson::Type type, absl::string_view kind, const Value& value,
              Pool* pool) {
  absl::StatusOr<Value> parsed = ParseJson(View(value), pool);
  if (!parsed.ok()) {
    return absl::FailedPreconditionError(
        absl::StrCat("not JSON: ", parsed.status().message()));
  }
  // Go reads null as an object and as a list, and it stays null.
  if (!parsed->IsNull() && parsed->GetType() != type) {
    return Harmless(absl::FailedPreconditionError(absl::StrCat(
        "expected ", kind, ", got JSON of type ", NameOfType(*parsed))));
  }
  return parsed;
}

Result JsonToObject(const Value& value, Pool* pool) {
  return JsonTo(rapidjson::kObjectType, "an object", value, pool);
}

Result JsonToArray(const Value& value, Pool* pool) {
  return JsonTo(rapidjson::kArrayType, "a list", value, pool);
}

Result NumberToString(const Value& value, Pool* pool) {
  if (IsInt64(value)) return Text(absl::StrCat(value.GetInt64()), pool);
  return Text(PlainDecimal(value.GetDouble()), pool);
}

Result NumberToBool(const Value& value, Pool*) {
  return Value(AsDouble(value) == 1);
}

Result Int64ToFloat64(const Value& value, Pool*) {
  return Real(AsDouble(value));
}

// Rounds toward zero. Beyond 64 bits, Go's result depends on the processor.
// This function returns the smallest integer, as amd64 does.
Result Float64ToInt64(const Value& value, Pool*) {
  constexpr double kBound = 9223372036854775808.0;  // 2^63
  double number = value.GetDouble();
  if (!(number >= -kBound && number < kBound)) {
    return Integer(std::numeric_limits<int64_t>::min());
  }
  return Integer(static_cast<int64_t>(number));
}

Result BoolToString(const Value& value, Pool*) {
  return Borrow(value.GetBool() ? "true" : "false");
}

Result BoolToInt64(const Value& value, Pool*) {
  return Integer(value.GetBool() ? 1 : 0);
}

Result BoolToFloat64(const Value& value, Pool*) {
  return Real(value.GetBool() ? 1 : 0);
}

using Conversion = Result (*)(const Value& value, Pool* pool);

constexpr struct {
  Kind from;
  Kind to;
  InputFormat format;
  Conversion convert;
} kConversions[] = {
    {Kind::kString, Kind::kInt64, InputFormat::kNone, &StringToInt64},
    {Kind::kString, Kind::kFloat64, InputFormat::kNone, &StringToFloat64},
    {Kind::kString, Kind::kBool, InputFormat::kNone, &StringToBool},
    {Kind::kString, Kind::kFloat64, InputFormat::kQuantity, &QuantityToFloat64},
    {Kind::kString, Kind::kObject, InputFormat::kJson, &JsonToObject},
    {Kind::kString, Kind::kArray, InputFormat::kJson, &JsonToArray},
    {Kind::kInt64, Kind::kString, InputFormat::kNone, &NumberToString},
    {Kind::kInt64, Kind::kBool, InputFormat::kNone, &NumberToBool},
    {Kind::kInt64, Kind::kFloat64, InputFormat::kNone, &Int64ToFloat64},
    {Kind::kFloat64, Kind::kString, InputFormat::kNone, &NumberToString},
    {Kind::kFloat64, Kind::kBool, InputFormat::kNone, &NumberToBool},
    {Kind::kFloat64, Kind::kInt64, InputFormat::kNone, &Float64ToInt64},
    {Kind::kBool, Kind::kString, InputFormat::kNone, &BoolToString},
    {Kind::kBool, Kind::kInt64, InputFormat::kNone, &BoolToInt64},
    {Kind::kBool, Kind::kFloat64, InputFormat::kNone, &BoolToFloat64},
};

// Returns the type of a value; nullopt for objects, lists and null.
std::optional<Kind> KindOf(const Value& value) {
  if (value.IsString()) return Kind::kString;
  if (value.IsBool()) return Kind::kBool;
  if (!value.IsNumber()) return std::nullopt;
  return IsInt64(value) ? Kind::kInt64 : Kind::kFloat64;
}

class ConvertTransform : public Transform {
 public:
  ConvertTransform(Kind to, absl::string_view to_name, InputFormat format,
                   absl::string_view format_name)
      : to_(to), to_name_(to_name), format_name_(format_name) {
    for (const auto& row : kConversions) {
      if (row.to == to && row.format == format) {
        conversions_[static_cast<int>(row.from)] = row.convert;
      }
    }
  }

  Result Apply(const Value& value, CelVariables*, Pool* pool) const override {
    std::optional<Kind> from = KindOf(value);
    if (!from.has_value()) {
      return WithFact(Harmless(absl::FailedPreconditionError(absl::StrCat(
                          "invalid input type ", NameOfType(value)))),
                      Fact::kWrongType);
    }
    if (*from == to_) return Copy(value, pool);
    Conversion convert = conversions_[static_cast<int>(*from)];
    if (convert != nullptr) return convert(value, pool);
    return WithFact(Harmless(absl::FailedPreconditionError(absl::StrCat(
                        "conversion from ", NameOfType(value), " to ", to_name_,
                        " is not supported with format ", format_name_))),
                    Fact::kWrongType);
  }

 private:
  const Kind to_;
  const absl::string_view to_name_;
  const absl::string_view format_name_;
  Conversion conversions_[std::size(kKinds)] = {};
};

}  // namespace

std::unique_ptr<const Transform> ParseConvertTransform(const Input& block,
                                                       const Input&) {
  Fields fields(block);
  fields.Required("toType");
  const auto* to = fields.Choice("toType", kKinds, nullptr);
  const auto* format = fields.Choice("format", kFormats, &kFormats[0],
                                     IfUnknown::kInvalid, IfEmpty::kUnknown);
  fields.Done();
  if (to == nullptr || format == nullptr) return nullptr;
  return std::make_unique<ConvertTransform>(to->kind, to->name, format->format,
                                            format->name);
}

}  // namespace loom
