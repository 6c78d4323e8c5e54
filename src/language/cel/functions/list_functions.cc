// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

// Adds with the overloads of _+_, so that a sum equals the result of the
// operator.
CelValue Plus(const CelValue& a, const CelValue& b, CelContext* context) {
  const CelValue both[] = {a, b};
  CelArguments values(both, 2);
  for (const Overload& row : Library::Of(CelDialect::kDropIn).Find("_+_")) {
    if (row.Takes(values)) return row.evaluate(values, context);
  }
  return context->Failed("sum expects numbers or durations of the same type");
}

CelValue SumOf(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Finding(list.size()))) return context->ended();
  if (list.size() == 0) return CelValue::Int(0);
  CelValue sum = list.At(0);
  if (!sum.IsNumber() && sum.kind() != CelKind::kDuration) {
    return context->Failed("sum expects numbers or durations of the same type");
  }
  for (size_t i = 1; i < list.size(); ++i) {
    sum = Plus(sum, list.At(i), context);
    if (sum.IsError()) return sum;
  }
  return sum;
}

template <Order wanted>
CelValue Extreme(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Finding(list.size()))) return context->ended();
  if (list.size() == 0) return context->Failed("the list is empty");
  CelValue best = list.At(0);
  for (size_t i = 1; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (!context->Takes(Comparing(element))) return context->ended();
    Order order = Compare(element, best);
    if (order == Order::kNone) {
      return context->Failed("the elements cannot be ordered");
    }
    if (order == wanted) best = element;
  }
  return best;
}

CelValue IsSorted(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Finding(list.size()))) return context->ended();
  for (size_t i = 1; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (!context->Takes(Comparing(element))) return context->ended();
    Order order = Compare(list.At(i - 1), element);
    if (order == Order::kNone) {
      return context->Failed("the elements cannot be ordered");
    }
    if (order == Order::kGreater) return CelValue::Bool(false);
  }
  return CelValue::Bool(true);
}

CelValue IndexInList(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  for (size_t i = 0; i < list.size(); ++i) {
    if (Equals(list.At(i), of[1], context)) return CelValue::Int(int64_t(i));
    if (!context->status().ok()) return context->ended();
  }
  return CelValue::Int(-1);
}

CelValue LastIndexInList(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  for (size_t i = list.size(); i > 0; --i) {
    if (Equals(list.At(i - 1), of[1], context)) {
      return CelValue::Int(int64_t(i) - 1);
    }
    if (!context->status().ok()) return context->ended();
  }
  return CelValue::Int(-1);
}

CelValue Slice(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  int64_t start = of[1].AsInt();
  int64_t end = of[2].AsInt();
  if (start < 0 || end < start || uint64_t(end) > list.size()) {
    return context->Failed(absl::StrCat("slice(", start, ", ", end,
                                        ") is out of range for a list of ",
                                        list.size(), " elements"));
  }
  if (!context->Takes(Finding(size_t(end - start)))) return context->ended();
  ListMaker slice(size_t(end - start), context, list.observed());
  for (int64_t i = start; i < end; ++i) slice.Add(list.At(size_t(i)));
  return slice.Finish();
}

bool FlattenInto(const CelList& list, int64_t depth, CelContext* context,
                 ListMaker* made) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (!context->Takes(Finding(1))) return false;
    CelValue element = list.At(i);
    if (element.kind() != CelKind::kList || depth == 0) {
      made->Add(element);
    } else if (!FlattenInto(element.AsList(), depth - 1, context, made)) {
      return false;
    }
  }
  return true;
}

CelValue Flatten(CelArguments of, CelContext* context) {
  int64_t depth = of.size() > 1 ? of[1].AsInt() : 1;
  if (depth < 0)
    return context->Failed("flatten expects a depth of at least 0");
  ListMaker made(0, context, IsObserved(of[0]));
  bool whole = FlattenInto(of[0].AsList(), depth, context, &made);
  return whole ? made.Finish() : context->ended();
}

CelValue Distinct(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  std::vector<CelValue> seen;
  for (size_t i = 0; i < list.size(); ++i) {
    CelValue element = list.At(i);
    bool is_new =
        std::none_of(seen.begin(), seen.end(), [&](const CelValue& earlier) {
          return Equals(element, earlier, context);
        });
    if (!context->Takes(1)) return context->ended();
    if (is_new) seen.push_back(element);
  }
  return ListOf(seen.data(), seen.size(), context, list.observed());
}

CelValue Sort(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Sorting(list.size()))) return context->ended();
  std::vector<CelValue> sorted;
  for (size_t i = 0; i < list.size(); ++i) {
    CelValue element = list.At(i);
    if (!context->Takes(Searching(element))) return context->ended();
    bool fits = Compare(element, element) == Order::kEqual &&
                (i == 0 || element.kind() == sorted[0].kind());
    if (!fits)
      return context->Failed("sort expects comparable elements of one type");
    sorted.push_back(element);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const CelValue& a, const CelValue& b) {
                     return Compare(a, b) == Order::kLess;
                   });
  return ListOf(sorted.data(), sorted.size(), context, list.observed());
}

CelValue ReverseList(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  if (!context->Takes(Finding(list.size()))) return context->ended();
  ListMaker made(list.size(), context, list.observed());
  for (size_t i = list.size(); i > 0; --i) made.Add(list.At(i - 1));
  return made.Finish();
}

CelValue First(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  return list.size() == 0 ? CelContext::None() : context->Some(list.At(0));
}

CelValue Last(CelArguments of, CelContext* context) {
  const CelList& list = of[0].AsList();
  return list.size() == 0 ? CelContext::None()
                          : context->Some(list.At(list.size() - 1));
}

CelValue Range(CelArguments of, CelContext* context) {
  int64_t size = of[0].AsInt();
  if (size < 0 || size > int64_t(limits::kElements)) {
    return context->Failed(absl::StrCat(
        "lists.range expects a number from 0 to ", limits::kElements));
  }
  if (!context->Takes(Finding(size_t(size)))) return context->ended();
  ListMaker made(size_t(size), context);
  for (int64_t i = 0; i < size; ++i) made.Add(CelValue::Int(i));
  return made.Finish();
}

// Returns the list with the elements `added` instead of `removed` ones at the index,
// which is that of an element, or the size of the list if none is removed.
CelValue Spliced(CelArguments of, size_t removed, CelArguments added,
                 CelContext* context) {
  const CelList& list = of[0].AsList();
  int64_t index = of[1].AsInt();
  if (index < 0 || uint64_t(index) + removed > list.size()) {
    return context->Failed(absl::StrCat("index out of range: ", index,
                                        " for a list of ",
                                        Counted(list.size(), "element")));
  }
  if (!context->Takes(Finding(list.size()))) return context->ended();
  ListMaker made(list.size() + added.size(), context, list.observed());
  for (size_t i = 0; i < size_t(index); ++i) made.Add(list.At(i));
  for (const CelValue& each : added) made.Add(each);
  for (size_t i = size_t(index) + removed; i < list.size(); ++i) {
    made.Add(list.At(i));
  }
  return made.Finish();
}

CelValue SetAtIndex(CelArguments of, CelContext* context) {
  return Spliced(of, 1, of.subspan(2), context);
}
CelValue InsertAtIndex(CelArguments of, CelContext* context) {
  return Spliced(of, 0, of.subspan(2), context);
}
CelValue RemoveAtIndex(CelArguments of, CelContext* context) {
  return Spliced(of, 1, {}, context);
}

constexpr FunctionRow kListFunctions[] = {
    {"list<A>.sum(): A", SumOf},
    {"list<A>.min(): A", Extreme<Order::kLess>},
    {"list<A>.max(): A", Extreme<Order::kGreater>},
    {"list<A>.isSorted(): bool", IsSorted},
    {"list<A>.indexOf(A): int", IndexInList},
    {"list<A>.lastIndexOf(A): int", LastIndexInList},
    {"list<A>.slice(int, int): list<A>", Slice},
    {"list<list<A>>.flatten(): list<A>", Flatten},
    {"list<dyn>.flatten(int): list<dyn>", Flatten},
    {"list<A>.distinct(): list<A>", Distinct},
    {"list<A>.sort(): list<A>", Sort},
    {"list<A>.reverse(): list<A>", ReverseList},
    {"list<A>.first(): optional<A>", First},
    {"list<A>.last(): optional<A>", Last},
    {"lists.range(int): list<int>", Range},
    {"lists.setAtIndex(list<A>, int, A): list<A>", SetAtIndex},
    {"lists.insertAtIndex(list<A>, int, A): list<A>", InsertAtIndex},
    {"lists.removeAtIndex(list<A>, int): list<A>", RemoveAtIndex},
};

}  // namespace

absl::Span<const FunctionRow> ListRows() { return kListFunctions; }

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
