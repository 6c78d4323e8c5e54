// SPDX-License-Identifier: Apache-2.0
#include "language/cel/functions/tables.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

bool Has(const CelList& list, const CelValue& element, CelContext* context) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (Equals(list.At(i), element, context)) return true;
    if (!context->status().ok()) return false;
  }
  return false;
}

bool HasAll(const CelList& list, const CelList& elements, CelContext* context) {
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!Has(list, elements.At(i), context)) return false;
  }
  return true;
}

bool HasSome(const CelList& list, const CelList& elements,
             CelContext* context) {
  for (size_t i = 0; i < elements.size(); ++i) {
    if (Has(list, elements.At(i), context)) return true;
    if (!context->status().ok()) return false;
  }
  return false;
}

CelValue OrEnded(bool value, CelContext* context) {
  return context->status().ok() ? CelValue::Bool(value) : context->ended();
}

CelValue ContainsAll(CelArguments of, CelContext* context) {
  return OrEnded(HasAll(of[0].AsList(), of[1].AsList(), context), context);
}
CelValue Equivalent(CelArguments of, CelContext* context) {
  return OrEnded(HasAll(of[0].AsList(), of[1].AsList(), context) &&
                     HasAll(of[1].AsList(), of[0].AsList(), context),
                 context);
}
CelValue Intersects(CelArguments of, CelContext* context) {
  return OrEnded(HasSome(of[0].AsList(), of[1].AsList(), context), context);
}

constexpr FunctionRow kSetFunctions[] = {
    {"sets.contains(list<A>, list<A>): bool", ContainsAll},
    {"sets.equivalent(list<A>, list<A>): bool", Equivalent},
    {"sets.intersects(list<A>, list<A>): bool", Intersects},
};

}  // namespace

absl::Span<const FunctionRow> SetRows() { return kSetFunctions; }

}  // namespace loom
