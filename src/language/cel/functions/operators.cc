// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/time_text.h"

namespace loom {
namespace {

// The signatures of operators that have their own nodes
// (language/cel/program/operator_nodes.cc).
constexpr FunctionRow kOperators[] = {
    {"_==_(A, A): bool", nullptr},
    {"_!=_(A, A): bool", nullptr},
    {"@in(A, list<A>): bool", nullptr},
    {"@in(A, map<A, B>): bool", nullptr},
    {"_[_](list<A>, int): A", nullptr},
    {"_[_](map<A, B>, A): B", nullptr},
    {"_[_](optional<list<A>>, int): optional<A>", nullptr},
    {"_[_](optional<map<A, B>>, A): optional<B>", nullptr},
    {"_[?_](list<A>, int): optional<A>", nullptr},
    {"_[?_](map<A, B>, A): optional<B>", nullptr},
    {"_[?_](optional<list<A>>, int): optional<A>", nullptr},
    {"_[?_](optional<map<A, B>>, A): optional<B>", nullptr},
    {"!_(bool): bool", nullptr},
    {"_?_:_(bool, A, A): A", nullptr},
#define LOOM_ORDERED(op)                                                \
  {op "(bool, bool): bool", nullptr}, {op "(int, int): bool", nullptr}, \
      {op "(uint, uint): bool", nullptr},                               \
      {op "(double, double): bool", nullptr},                           \
      {op "(string, string): bool", nullptr},                           \
      {op "(bytes, bytes): bool", nullptr},                             \
      {op "(timestamp, timestamp): bool", nullptr}, {                   \
    op "(duration, duration): bool", nullptr                            \
  }
    LOOM_ORDERED("_<_"),
    LOOM_ORDERED("_<=_"),
    LOOM_ORDERED("_>_"),
    LOOM_ORDERED("_>=_"),
#undef LOOM_ORDERED
};

constexpr FunctionRow kAcrossKinds[] = {
#define LOOM_ACROSS(op)                                                        \
  {op "(int, uint): bool", nullptr}, {op "(int, double): bool", nullptr},      \
      {op "(uint, int): bool", nullptr}, {op "(uint, double): bool", nullptr}, \
      {op "(double, int): bool", nullptr}, {                                   \
    op "(double, uint): bool", nullptr                                         \
  }
    LOOM_ACROSS("_<_"),
    LOOM_ACROSS("_<=_"),
    LOOM_ACROSS("_>_"),
    LOOM_ACROSS("_>=_"),
#undef LOOM_ACROSS
};

}  // namespace

absl::Span<const FunctionRow> OperatorRows() { return kOperators; }
absl::Span<const FunctionRow> ComparisonsAcrossKinds() { return kAcrossKinds; }

namespace {

constexpr absl::string_view kOverflow = "integer overflow";

// Applies one of GCC's checked operations.
#define LOOM_CHECKED(name, builtin)                           \
  CelValue name##Int(CelArguments of, CelContext* context) {  \
    int64_t result = 0;                                       \
    if (builtin(of[0].AsInt(), of[1].AsInt(), &result)) {     \
      return context->Failed(kOverflow);                      \
    }                                                         \
    return CelValue::Int(result);                             \
  }                                                           \
  CelValue name##Uint(CelArguments of, CelContext* context) { \
    uint64_t result = 0;                                      \
    if (builtin(of[0].AsUint(), of[1].AsUint(), &result)) {   \
      return context->Failed(kOverflow);                      \
    }                                                         \
    return CelValue::Uint(result);                            \
  }
LOOM_CHECKED(Add, __builtin_add_overflow)
LOOM_CHECKED(Subtract, __builtin_sub_overflow)
LOOM_CHECKED(Multiply, __builtin_mul_overflow)
#undef LOOM_CHECKED

CelValue DivideInt(CelArguments of, CelContext* context) {
  int64_t divisor = of[1].AsInt();
  if (divisor == 0) return context->Failed("division by zero");
  if (divisor == -1 && of[0].AsInt() == INT64_MIN) {
    return context->Failed(kOverflow);
  }
  return CelValue::Int(of[0].AsInt() / divisor);
}

CelValue DivideUint(CelArguments of, CelContext* context) {
  if (of[1].AsUint() == 0) return context->Failed("division by zero");
  return CelValue::Uint(of[0].AsUint() / of[1].AsUint());
}

CelValue RestInt(CelArguments of, CelContext* context) {
  int64_t divisor = of[1].AsInt();
  if (divisor == 0) return context->Failed("modulus by zero");
  if (divisor == -1 && of[0].AsInt() == INT64_MIN) {
    return context->Failed(kOverflow);
  }
  return CelValue::Int(of[0].AsInt() % divisor);
}

CelValue RestUint(CelArguments of, CelContext* context) {
  if (of[1].AsUint() == 0) return context->Failed("modulus by zero");
  return CelValue::Uint(of[0].AsUint() % of[1].AsUint());
}

CelValue AddReal(CelArguments of, CelContext*) {
  return CelValue::Double(of[0].AsReal() + of[1].AsReal());
}
CelValue SubtractReal(CelArguments of, CelContext*) {
  return CelValue::Double(of[0].AsReal() - of[1].AsReal());
}
CelValue MultiplyReal(CelArguments of, CelContext*) {
  return CelValue::Double(of[0].AsReal() * of[1].AsReal());
}
CelValue DivideReal(CelArguments of, CelContext*) {
  return CelValue::Double(of[0].AsReal() / of[1].AsReal());
}

CelValue NegateInt(CelArguments of, CelContext* context) {
  if (of[0].AsInt() == INT64_MIN) return context->Failed(kOverflow);
  return CelValue::Int(-of[0].AsInt());
}
CelValue NegateReal(CelArguments of, CelContext*) {
  return CelValue::Double(-of[0].AsReal());
}

CelValue Append(CelArguments of, CelContext* context) {
  size_t size = of[0].AsText().size() + of[1].AsText().size();
  if (absl::Status fits = CheckText(size); !fits.ok()) {
    return context->Failed(fits);
  }
  std::string text = absl::StrCat(of[0].AsText(), of[1].AsText());
  return of[0].kind() == CelKind::kString ? context->Text(text)
                                          : context->BytesOf(text);
}

CelValue AppendLists(CelArguments of, CelContext* context) {
  const CelList& a = of[0].AsList();
  const CelList& b = of[1].AsList();
  if (!context->Takes(Finding(a.size() + b.size()))) return context->ended();
  ListMaker list(a.size() + b.size(), context, a.observed() || b.observed());
  for (size_t i = 0; i < a.size(); ++i) list.Add(a.At(i));
  for (size_t i = 0; i < b.size(); ++i) list.Add(b.At(i));
  return list.Finish();
}

CelValue TimestampOr(CelTime time, CelContext* context) {
  return IsTimestamp(time) ? CelValue::Timestamp(time)
                           : context->Failed("timestamp overflow");
}

CelValue DurationOr(__int128 nanos, CelContext* context) {
  if (nanos > INT64_MAX || nanos < INT64_MIN) {
    return context->Failed("duration overflow");
  }
  return CelValue::Duration(TimeOfNanos(int64_t(nanos)));
}

__int128 NanosOfTime(CelTime time) {
  return __int128(time.seconds) * 1'000'000'000 + time.nanos;
}

CelValue AddTimes(CelArguments of, CelContext* context) {
  return TimestampOr(Sum(of[0].AsTime(), of[1].AsTime()), context);
}
CelValue SubtractDuration(CelArguments of, CelContext* context) {
  return TimestampOr(Difference(of[0].AsTime(), of[1].AsTime()), context);
}
CelValue AddDurations(CelArguments of, CelContext* context) {
  return DurationOr(NanosOfTime(of[0].AsTime()) + NanosOfTime(of[1].AsTime()),
                    context);
}
CelValue SubtractTimes(CelArguments of, CelContext* context) {
  return DurationOr(NanosOfTime(of[0].AsTime()) - NanosOfTime(of[1].AsTime()),
                    context);
}

constexpr FunctionRow kArithmetic[] = {
    {"_+_(int, int): int", AddInt},
    {"_+_(uint, uint): uint", AddUint},
    {"_+_(double, double): double", AddReal},
    {"_+_(string, string): string", Append},
    {"_+_(bytes, bytes): bytes", Append},
    {"_+_(list<A>, list<A>): list<A>", AppendLists},
    {"_+_(timestamp, duration): timestamp", AddTimes},
    {"_+_(duration, timestamp): timestamp", AddTimes},
    {"_+_(duration, duration): duration", AddDurations},
    {"_-_(int, int): int", SubtractInt},
    {"_-_(uint, uint): uint", SubtractUint},
    {"_-_(double, double): double", SubtractReal},
    {"_-_(timestamp, timestamp): duration", SubtractTimes},
    {"_-_(timestamp, duration): timestamp", SubtractDuration},
    {"_-_(duration, duration): duration", SubtractTimes},
    {"_*_(int, int): int", MultiplyInt},
    {"_*_(uint, uint): uint", MultiplyUint},
    {"_*_(double, double): double", MultiplyReal},
    {"_/_(int, int): int", DivideInt},
    {"_/_(uint, uint): uint", DivideUint},
    {"_/_(double, double): double", DivideReal},
    {"_%_(int, int): int", RestInt},
    {"_%_(uint, uint): uint", RestUint},
    {"-_(int): int", NegateInt},
    {"-_(double): double", NegateReal},
};

}  // namespace

absl::Span<const FunctionRow> ArithmeticRows() { return kArithmetic; }

}  // namespace loom
