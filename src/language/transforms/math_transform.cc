// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/errors.h"
#include "base/redacted_message.h"
#include "data/value/number.h"
#include "language/input/fields.h"
#include "language/transforms/families.h"

namespace loom {
namespace {

// The operand: an integer, or in the native input also a fraction.
struct Operand {
  std::optional<int64_t> whole;
  double real = 0;

  Value AsValue() const {
    return whole.has_value() ? Integer(*whole) : Real(real);
  }
};

// Multiplies like Go, whose integers wrap around.
Value Multiply(const Value& number, const Operand& factor) {
  if (!IsInt64(number) || !factor.whole.has_value()) {
    return Real(number.GetDouble() * factor.real);
  }
  return Integer(static_cast<int64_t>(static_cast<uint64_t>(number.GetInt64()) *
                                      static_cast<uint64_t>(*factor.whole)));
}

// Returns a negative number if `number` is less than the limit, and a positive
// number if it is greater.
int Compare(const Value& number, const Operand& limit) {
  if (IsInt64(number) && limit.whole.has_value()) {
    return (number.GetInt64() > *limit.whole) -
           (number.GetInt64() < *limit.whole);
  }
  const double value = number.GetDouble();
  return (value > limit.real) - (value < limit.real);
}

Value Same(const Value& number) {
  return IsInt64(number) ? Integer(number.GetInt64())
                         : Real(number.GetDouble());
}

Value ClampMin(const Value& number, const Operand& limit) {
  return Compare(number, limit) < 0 ? limit.AsValue() : Same(number);
}

Value ClampMax(const Value& number, const Operand& limit) {
  return Compare(number, limit) > 0 ? limit.AsValue() : Same(number);
}

struct MathType {
  absl::string_view name;
  absl::string_view field;
  absl::string_view words;
  Value (*apply)(const Value& number, const Operand& operand);
};

constexpr MathType kMathTypes[] = {
    {"Multiply", "multiply", "a multiply", &Multiply},
    {"ClampMin", "clampMin", "a clamp min", &ClampMin},
    {"ClampMax", "clampMax", "a clamp max", &ClampMax},
};

class MathTransform : public Transform {
 public:
  MathTransform(const MathType& type, const Operand& operand)
      : type_(type), operand_(operand) {}

  absl::StatusOr<Value> Apply(const Value& value, CelVariables*,
                              Pool*) const override {
    if (!value.IsNumber()) {
      return WithFact(
          Harmless(absl::FailedPreconditionError(absl::StrCat(
              "input is required to be a number for math transformer, got ",
              NameOfType(value)))),
          Fact::kWrongType);
    }
    return type_.apply(value, operand_);
  }

 private:
  const MathType& type_;
  const Operand operand_;
};

std::optional<Operand> ReadOperand(Fields& fields, absl::string_view name) {
  if (!fields.at().rules().follows_go) {
    std::optional<Value> number = fields.Number(name);
    if (!number.has_value()) return std::nullopt;
    return Operand{.whole = AsInteger(*number), .real = AsDouble(*number)};
  }
  std::optional<int64_t> whole = fields.Integer(name);
  if (!whole.has_value()) return std::nullopt;
  return Operand{.whole = whole, .real = static_cast<double>(*whole)};
}

}  // namespace

std::unique_ptr<const Transform> ParseMathTransform(const Input& block,
                                                    const Input&) {
  Fields fields(block);
  fields.Required("type");
  const MathType* chosen = fields.Choice("type", kMathTypes, nullptr);
  std::optional<Operand> operand;
  for (const MathType& type : kMathTypes) {
    std::optional<Operand> number = ReadOperand(fields, type.field);
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
