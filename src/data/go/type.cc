// SPDX-License-Identifier: Apache-2.0
#include "data/go/type.h"

#include <cmath>

#include "data/value/number.h"

namespace loom {

absl::string_view GoTypeName(const Value& value) {
  switch (value.GetType()) {
    case rapidjson::kNullType:
      return "<nil>";
    case rapidjson::kFalseType:
    case rapidjson::kTrueType:
      return "bool";
    case rapidjson::kObjectType:
      return "map[string]interface {}";
    case rapidjson::kArrayType:
      return "[]interface {}";
    case rapidjson::kStringType:
      return "string";
    case rapidjson::kNumberType:
      return IsInt64(value) ? "int64" : "float64";
  }
  return "";
}

std::optional<int64_t> PrintedInteger(const Value& number) {
  if (number.IsDouble() && number.GetDouble() == 0 &&
      std::signbit(number.GetDouble())) {
    return std::nullopt;
  }
  return AsInteger(number);
}

absl::string_view PrintedType(const Value& value) {
  if (value.IsNumber() && PrintedInteger(value).has_value()) return "int64";
  return GoTypeName(value);
}

}  // namespace loom
