// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/discretion.h"
#include "data/go/format.h"
#include "data/value/number.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

Value Multiply(const Value& number, int64_t factor) {
  if (!IsInt64(number)) {
    return Real(number.GetDouble() * static_cast<double>(factor));
  }
  return Integer(static_cast<int64_t>(static_cast<uint64_t>(number.GetInt64()) *
                                      static_cast<uint64_t>(factor)));
}

bool Less(const Value& number, int64_t limit) {
  return IsInt64(number) ? number.GetInt64() < limit
                         : number.GetDouble() < static_cast<double>(limit);
}

bool Greater(const Value& number, int64_t limit) {
  return IsInt64(number) ? number.GetInt64() > limit
                         : number.GetDouble() > static_cast<double>(limit);
}

Value Same(const Value& number) {
  return IsInt64(number) ? Integer(number.GetInt64())
                         : Real(number.GetDouble());
}

Value ClampMin(const Value& number, int64_t limit) {
  return Less(number, limit) ? Integer(limit) : Same(number);
}

Value ClampMax(const Value& number, int64_t limit) {
  return Greater(number, limit) ? Integer(limit) : Same(number);
}

struct MathType {
  absl::string_view name;
  absl::string_view field;
  absl::string_view words;
  Value (*apply)(const Value& number, int64_t operand);
};

constexpr MathType kMathTypes[] = {
    {"Multiply", "multiply", "a multiply", &Multiply},
    {"ClampMin", "clampMin", "a clamp min", &ClampMin},
    {"ClampMax", "clampMax", "a clamp max", &ClampMax},
};

class MathTransform : public Transform {
 public:
  MathTransform(const MathType& type, int64_t operand)
      : type_(type), operand_(operand) {}

  absl::StatusOr<Value> Apply(const Value& value, CelVariables*,
                              Pool*) const override {
    if (!value.IsNumber()) {
      return Harmless(absl::FailedPreconditionError(absl::StrCat(
          "input is required to be a number for math transformer, got ",
          GoTypeName(value))));
    }
    return type_.apply(value, operand_);
  }

 private:
  const MathType& type_;
  const int64_t operand_;
};

}  // namespace

std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input&) {
  Fields fields(block);
  fields.Required("type");
  const MathType* chosen = fields.Choice("type", kMathTypes, nullptr);
  std::optional<int64_t> operand;
  for (const MathType& type : kMathTypes) {
    std::optional<int64_t> number = fields.Integer(type.field);
    if (&type == chosen) operand = number;
  }
  fields.Done();
  if (chosen == nullptr) return nullptr;
  if (!operand.has_value()) {
    if (!fields.Has(chosen->field)) {
      block.Missing(chosen->field,
                    absl::StrCat("must specify a value if ", chosen->words,
                                 " math transform is specified"));
    }
    return nullptr;
  }
  return std::make_unique<MathTransform>(*chosen, *operand);
}

}  // namespace loom
