// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "language/cel/functions/library.h"
#include "language/cel/values/collections.h"
#include "language/cel/values/compare.h"

namespace loom {
namespace {

CelValue Merged(const CelValue& low, const CelValue& high, bool deep,
                CelContext* context);

// Returns the value of a key that both maps have.
CelValue Overlaid(const CelValue& low, const CelValue& high, bool deep,
                  CelContext* context) {
  bool both =
      low.kind() == CelKind::kMap && high.kind() == CelKind::kMap && deep;
  return both ? Merged(low, high, deep, context) : high;
}

// A map with members of an observed one may get more of them later.
CelValue Merged(const CelValue& low, const CelValue& high, bool deep,
                CelContext* context) {
  const CelMap& lower = low.AsMap();
  const CelMap& higher = high.AsMap();
  if (!context->Takes(Finding(2 * (lower.size() + higher.size())))) {
    return context->ended();
  }
  MapMaker made(lower.size() + higher.size(), context,
                IsObserved(low) || IsObserved(high));
  for (size_t i = 0; i < lower.size(); ++i) {
    CelMap::Entry entry = lower.At(i);
    context->Note(Searching(entry.key));
    std::optional<CelValue> other = higher.Find(entry.key);
    CelValue value = other.has_value()
                         ? Overlaid(entry.value, *other, deep, context)
                         : entry.value;
    if (value.IsError()) return value;
    made.Add(entry.key, value);
  }
  for (size_t i = 0; i < higher.size(); ++i) {
    CelMap::Entry entry = higher.At(i);
    if (entry.value.IsError()) return entry.value;
    context->Note(Searching(entry.key));
    if (!lower.Find(entry.key).has_value()) made.Add(entry.key, entry.value);
  }
  return made.Finish();
}

template <bool deep>
CelValue Merge(CelArguments of, CelContext* context) {
  return Merged(of[0], of[1], deep, context);
}

CelValue Omit(CelArguments, CelContext*) { return CelContext::None(); }

constexpr FunctionRow kMapFunctions[] = {
    {"map<A, B>.merge(map<A, B>): map<A, B>", Merge<false>},
    {"map<dyn, dyn>.deepMerge(map<dyn, dyn>): dyn", Merge<true>},
    {"omit(): dyn", Omit},
};

}  // namespace

absl::Span<const FunctionRow> MapRows() { return kMapFunctions; }

}  // namespace loom
