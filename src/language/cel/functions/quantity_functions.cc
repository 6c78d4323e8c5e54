// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "absl/strings/str_cat.h"
#include "data/go/format.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/quantity_value.h"

namespace loom {
namespace {

CelValue Quantity(CelArguments of, CelContext* context) {
  auto* quantity = context->New<CelQuantity>();
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  if (!ParseQuantityValue(of[0].AsText(), quantity)) {
    return context->Failed(
        absl::StrCat(Quoted(of[0].AsText()), " is not a valid quantity"));
  }
  return CelValue::Quantity(quantity);
}

CelValue IsQuantity(CelArguments of, CelContext* context) {
  if (!context->Takes(Writing(of[0].AsText().size()))) return context->ended();
  CelQuantity quantity;
  return CelValue::Bool(ParseQuantityValue(of[0].AsText(), &quantity));
}

CelValue SignOfQuantity(CelArguments of, CelContext*) {
  __int128 nanos = of[0].AsQuantity().nanos();
  return CelValue::Int((nanos > 0) - (nanos < 0));
}
CelValue IsInteger(CelArguments of, CelContext*) {
  return CelValue::Bool(WholeAmount(of[0].AsQuantity()).has_value());
}
CelValue AsInteger(CelArguments of, CelContext* context) {
  std::optional<int64_t> whole = WholeAmount(of[0].AsQuantity());
  return whole ? CelValue::Int(*whole)
               : context->Failed("the quantity is not a 64-bit integer");
}
CelValue AsFloat(CelArguments of, CelContext*) {
  return CelValue::Double(Approximately(of[0].AsQuantity()));
}

CelValue CompareTo(CelArguments of, CelContext*) {
  return CelValue::Int(
      CompareQuantities(of[0].AsQuantity(), of[1].AsQuantity()));
}
CelValue IsGreater(CelArguments of, CelContext*) {
  return CelValue::Bool(
      CompareQuantities(of[0].AsQuantity(), of[1].AsQuantity()) > 0);
}
CelValue IsLess(CelArguments of, CelContext*) {
  return CelValue::Bool(
      CompareQuantities(of[0].AsQuantity(), of[1].AsQuantity()) < 0);
}

// The steps for writing a quantity in decimals.
constexpr uint64_t kQuantityPrinting = 40;

// Quantities have at most 38 digits, so a sum of two may not fit. The smallest number
// of 128 bits is not a quantity, so that every quantity can be negated.
CelValue Made(__int128 a, __int128 b, CelContext* context) {
  __int128 sum = 0;
  __int128 negated = 0;
  if (__builtin_add_overflow(a, b, &sum) ||
      __builtin_sub_overflow(0, sum, &negated)) {
    return context->Failed("the quantity is too large");
  }
  auto* quantity = context->New<CelQuantity>();
  context->Note(kQuantityPrinting);
  quantity->set_nanos(sum);
  quantity->text = context->pool()->Keep(DecimalText(*quantity));
  return CelValue::Quantity(quantity);
}

// Returns the nanos of a quantity or of an integer.
__int128 NanosOfQuantity(const CelValue& value) {
  return value.kind() == CelKind::kInt ? __int128(value.AsInt()) * 1'000'000'000
                                       : value.AsQuantity().nanos();
}

CelValue AddQuantity(CelArguments of, CelContext* context) {
  return Made(NanosOfQuantity(of[0]), NanosOfQuantity(of[1]), context);
}
CelValue SubtractQuantity(CelArguments of, CelContext* context) {
  return Made(NanosOfQuantity(of[0]), -NanosOfQuantity(of[1]), context);
}
CelValue TextOf(CelArguments of, CelContext*) {
  return CelValue::String(of[0].AsQuantity().text);
}

constexpr FunctionRow kQuantityFunctions[] = {
    {"quantity(string): Quantity", Quantity},
    {"isQuantity(string): bool", IsQuantity},
    {"string(Quantity): string", TextOf},
    {"Quantity.sign(): int", SignOfQuantity},
    {"Quantity.isInteger(): bool", IsInteger},
    {"Quantity.asInteger(): int", AsInteger},
    {"Quantity.asApproximateFloat(): double", AsFloat},
    {"Quantity.compareTo(Quantity): int", CompareTo},
    {"Quantity.isGreaterThan(Quantity): bool", IsGreater},
    {"Quantity.isLessThan(Quantity): bool", IsLess},
    {"Quantity.add(Quantity): Quantity", AddQuantity},
    {"Quantity.add(int): Quantity", AddQuantity},
    {"Quantity.sub(Quantity): Quantity", SubtractQuantity},
    {"Quantity.sub(int): Quantity", SubtractQuantity},
};

}  // namespace

absl::Span<const FunctionRow> QuantityRows() { return kQuantityFunctions; }

}  // namespace loom
