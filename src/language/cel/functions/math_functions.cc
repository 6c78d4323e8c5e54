// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "absl/strings/str_cat.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

// Returns the greatest or the least of the arguments, or of the elements of one
// list.
template <Order wanted>
CelValue ExtremeNumber(CelArguments of, CelContext* context) {
  bool list = of.size() == 1 && of[0].kind() == CelKind::kList;
  size_t count = list ? of[0].AsList().size() : of.size();
  if (!context->Takes(Finding(count))) return context->ended();
  if (count == 0) return context->Failed("expected at least one number");
  auto at = [&](size_t i) { return list ? of[0].AsList().At(i) : of[i]; };
  CelValue best = at(0);
  for (size_t i = 0; i < count; ++i) {
    CelValue value = at(i);
    if (!value.IsNumber()) {
      return context->Failed(absl::StrCat(
          "expected numbers, got a value of type ", TypeNameOf(value)));
    }
    if (Compare(value, best) == wanted) best = value;
  }
  return best;
}

template <double (*function)(double)>
CelValue OfReal(CelArguments of, CelContext*) {
  return CelValue::Double(function(of[0].AsReal()));
}

template <bool (*test)(double)>
CelValue TestReal(CelArguments of, CelContext*) {
  return CelValue::Bool(test(of[0].AsReal()));
}

double Ceil(double x) { return std::ceil(x); }
double Floor(double x) { return std::floor(x); }
double Round(double x) { return std::round(x); }
double Trunc(double x) { return std::trunc(x); }
double Abs(double x) { return std::fabs(x); }
double Sign(double x) { return std::isnan(x) ? x : double((x > 0) - (x < 0)); }
double Sqrt(double x) { return std::sqrt(x); }
bool IsNan(double x) { return std::isnan(x); }
bool IsInf(double x) { return std::isinf(x); }
bool IsFinite(double x) { return std::isfinite(x); }

CelValue AbsInt(CelArguments of, CelContext* context) {
  int64_t value = of[0].AsInt();
  if (value == INT64_MIN) return context->Failed("integer overflow");
  return CelValue::Int(value < 0 ? -value : value);
}
CelValue Same(CelArguments of, CelContext*) { return of[0]; }
CelValue SignInt(CelArguments of, CelContext*) {
  int64_t value = of[0].AsInt();
  return CelValue::Int((value > 0) - (value < 0));
}
CelValue SignUint(CelArguments of, CelContext*) {
  return CelValue::Uint(of[0].AsUint() > 0 ? 1 : 0);
}
CelValue SqrtInt(CelArguments of, CelContext*) {
  return CelValue::Double(std::sqrt(double(of[0].AsInt())));
}
CelValue SqrtUint(CelArguments of, CelContext*) {
  return CelValue::Double(std::sqrt(double(of[0].AsUint())));
}

CelValue LikeFirst(CelArguments of, uint64_t bits) {
  return of[0].kind() == CelKind::kInt ? CelValue::Int(int64_t(bits))
                                       : CelValue::Uint(bits);
}
CelValue And(CelArguments of, CelContext*) {
  return LikeFirst(of, of[0].AsUint() & of[1].AsUint());
}
CelValue Or(CelArguments of, CelContext*) {
  return LikeFirst(of, of[0].AsUint() | of[1].AsUint());
}
CelValue Xor(CelArguments of, CelContext*) {
  return LikeFirst(of, of[0].AsUint() ^ of[1].AsUint());
}
CelValue Not(CelArguments of, CelContext*) {
  return LikeFirst(of, ~of[0].AsUint());
}

template <bool left>
CelValue Shift(CelArguments of, CelContext* context) {
  int64_t bits = of[1].AsInt();
  if (bits < 0) return context->Failed("expected at least 0 bits to shift by");
  uint64_t value = of[0].AsUint();
  if (bits > 63) return LikeFirst(of, 0);
  return LikeFirst(of, left ? value << bits : value >> bits);
}

constexpr FunctionRow kMathFunctions[] = {
// If all numbers have one type, the result has that type.
#define LOOM_EXTREME(name, order)                              \
  {name "(int): int", ExtremeNumber<order>},                   \
      {name "(uint): uint", ExtremeNumber<order>},             \
      {name "(double): double", ExtremeNumber<order>},         \
      {name "(int, int): int", ExtremeNumber<order>},          \
      {name "(uint, uint): uint", ExtremeNumber<order>},       \
      {name "(double, double): double", ExtremeNumber<order>}, \
      {name "(list<int>): int", ExtremeNumber<order>},         \
      {name "(list<uint>): uint", ExtremeNumber<order>},       \
      {name "(list<double>): double", ExtremeNumber<order>}, { \
    name "(dyn...): dyn", ExtremeNumber<order>                 \
  }
    LOOM_EXTREME("math.greatest", Order::kGreater),
    LOOM_EXTREME("math.least", Order::kLess),
#undef LOOM_EXTREME
    {"math.ceil(double): double", OfReal<Ceil>},
    {"math.floor(double): double", OfReal<Floor>},
    {"math.round(double): double", OfReal<Round>},
    {"math.trunc(double): double", OfReal<Trunc>},
    {"math.abs(double): double", OfReal<Abs>},
    {"math.abs(int): int", AbsInt},
    {"math.abs(uint): uint", Same},
    {"math.sign(double): double", OfReal<Sign>},
    {"math.sign(int): int", SignInt},
    {"math.sign(uint): uint", SignUint},
    {"math.sqrt(double): double", OfReal<Sqrt>},
    {"math.sqrt(int): double", SqrtInt},
    {"math.sqrt(uint): double", SqrtUint},
    {"math.isNaN(double): bool", TestReal<IsNan>},
    {"math.isInf(double): bool", TestReal<IsInf>},
    {"math.isFinite(double): bool", TestReal<IsFinite>},
    {"math.bitAnd(int, int): int", And},
    {"math.bitAnd(uint, uint): uint", And},
    {"math.bitOr(int, int): int", Or},
    {"math.bitOr(uint, uint): uint", Or},
    {"math.bitXor(int, int): int", Xor},
    {"math.bitXor(uint, uint): uint", Xor},
    {"math.bitNot(int): int", Not},
    {"math.bitNot(uint): uint", Not},
    {"math.bitShiftLeft(int, int): int", Shift<true>},
    {"math.bitShiftLeft(uint, int): uint", Shift<true>},
    {"math.bitShiftRight(int, int): int", Shift<false>},
    {"math.bitShiftRight(uint, int): uint", Shift<false>},
};

}  // namespace

absl::Span<const FunctionRow> MathRows() { return kMathFunctions; }

}  // namespace loom
