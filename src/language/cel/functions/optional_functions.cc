// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"

namespace loom {
namespace {

CelValue Of(CelArguments of, CelContext* context) {
  return context->Some(of[0]);
}
CelValue None(CelArguments, CelContext*) { return CelContext::None(); }

bool IsZero(const CelValue& value) {
  switch (value.kind()) {
    case CelKind::kNull:
      return true;
    case CelKind::kBool:
    case CelKind::kInt:
    case CelKind::kUint:
      return value.AsUint() == 0;
    case CelKind::kDouble:
      return value.AsReal() == 0;
    case CelKind::kString:
    case CelKind::kBytes:
      return value.AsText().empty();
    case CelKind::kDuration:
      return value.AsTime() == CelTime{};
    case CelKind::kList:
      return value.AsList().size() == 0;
    case CelKind::kMap:
      return value.AsMap().size() == 0;
    case CelKind::kOptional:
      return value.AsOptional() == nullptr;
    default:
      return false;
  }
}

CelValue OfNonZero(CelArguments of, CelContext* context) {
  return IsZero(of[0]) ? CelContext::None() : context->Some(of[0]);
}

CelValue HasValue(CelArguments of, CelContext*) {
  return CelValue::Bool(of[0].AsOptional() != nullptr);
}

CelValue ValueOf(CelArguments of, CelContext* context) {
  const CelValue* content = of[0].AsOptional();
  return content == nullptr ? context->Failed("the optional has no value")
                            : *content;
}

// Returns the values of the optionals that have one.
CelValue Unwrap(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Finding(list.size()))) return context->ended();
  ListMaker made(list.size(), context);
  for (size_t i = 0; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (element.kind() != CelKind::kOptional) {
      return context->Failed("unwrap expects a list of optionals");
    }
    if (element.AsOptional() != nullptr) made.Add(*element.AsOptional());
  }
  return made.Finish();
}

constexpr FunctionRow kOptionalFunctions[] = {
    {"optional.of(A): optional<A>", Of},
    {"optional.none(): optional<A>", None},
    {"optional.ofNonZeroValue(A): optional<A>", OfNonZero},
    {"optional.unwrap(list<optional<A>>): list<A>", Unwrap},
    {"list<optional<A>>.unwrapOpt(): list<A>", Unwrap},
    {"optional<A>.hasValue(): bool", HasValue},
    {"optional<A>.value(): A", ValueOf},
    // Evaluated by a node, because the other value may not be needed.
    {"optional<A>.or(optional<A>): optional<A>", nullptr},
    {"optional<A>.orValue(A): A", nullptr},
};

}  // namespace

absl::Span<const FunctionRow> OptionalRows() { return kOptionalFunctions; }

}  // namespace loom
