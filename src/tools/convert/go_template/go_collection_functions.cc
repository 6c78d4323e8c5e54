// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tools/convert/go_template/go_function_rows.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Type = Symbol::Type;

// For lists and maps.

Symbol ListOf(GoArguments a) {
  Symbol list;
  list.form = Form::kList;
  list.type = Type::kList;
  list.items = a;
  return list;
}

Symbol Dict(GoArguments a) {
  Symbol map;
  map.form = Form::kMap;
  map.type = Type::kMap;
  for (size_t i = 0; i + 1 < a.size(); i += 2) {
    if (!IsConstantText(a[i]))
      return Broken("a map with computed keys has no expression");
    map.keys.push_back(a[i].text);
    map.items.push_back(a[i + 1]);
  }
  return map;
}

Symbol Len(GoArguments a) {
  if (a[0].form == Form::kRequiredList) {
    return Broken("the size of an entry of extraResources has no expression");
  }
  return CelSymbol(absl::StrCat("size(", CelOf(a[0]), ")"), Type::kInt);
}

Symbol IndexAll(GoArguments a) {
  Symbol value = a[0];
  for (size_t i = 1; i < a.size(); ++i) value = IndexOf(value, a[i]);
  return value;
}

Symbol HasKey(GoArguments a) {
  if (a[0].form == Form::kMap && IsConstantText(a[1])) {
    return BoolLiteral(std::find(a[0].keys.begin(), a[0].keys.end(),
                                 a[1].text) != a[0].keys.end());
  }
  Symbol field = IndexOf(a[0], a[1]);
  if (IsBroken(field)) return field;
  if (field.maybe.empty()) return BoolLiteral(true);
  return BoolSymbol(absl::StrCat(field.maybe, ".hasValue()"));
}

// Sprig's get returns "" for what is missing.
Symbol Get(GoArguments a) {
  Symbol field = IndexOf(a[0], a[1]);
  if (IsBroken(field) || field.maybe.empty() || !IsValue(field)) return field;
  return CelSymbol(absl::StrCat(field.maybe, ".orValue('')"));
}

Symbol Dig(GoArguments a) {
  Symbol value = a.back();
  for (size_t i = 0; i + 2 < a.size(); ++i) {
    if (!IsConstantText(a[i]))
      return Broken("dig expects keys that are constants");
    value = FieldOf(value, a[i].text);
  }
  if (IsBroken(value) || value.maybe.empty()) return value;
  const Symbol& fallback = a[a.size() - 2];
  if (!IsValue(value)) {
    // What is read of it may be missing anyhow.
    const bool is_empty = fallback.form == Form::kMap && fallback.items.empty();
    return is_empty ? value : Broken("this default of dig has no expression");
  }
  return CelSymbol(absl::StrCat(value.maybe, ".orValue(", CelOf(fallback), ")"),
                   fallback.type);
}

Symbol First(GoArguments a) { return IndexOf(a[0], NumberLiteral("0")); }
Symbol Last(GoArguments a) {
  Symbol last = CelSymbol(
      absl::StrCat(CelOf(a[0], CelLevel::kPrimary), ".last().value()"));
  last.maybe = absl::StrCat(CelOf(a[0], CelLevel::kPrimary), ".last()");
  last.wraps = a[0].wraps;
  return last;
}
Symbol Has(GoArguments a) {
  return BoolSymbol(absl::StrCat(CelOf(a[0], CelLevel::kSum), " in ",
                                 CelOf(a[1], CelLevel::kSum)),
                    CelLevel::kRelation);
}
Symbol Append(GoArguments a) {
  return CelSymbol(
      absl::StrCat(CelOf(a[0], CelLevel::kSum), " + [", CelOf(a[1]), "]"),
      Type::kList, CelLevel::kSum);
}
Symbol Concat(GoArguments a) {
  std::string cel;
  for (const Symbol& list : a) {
    absl::StrAppend(&cel, cel.empty() ? "" : " + ",
                    CelOf(list, CelLevel::kProduct));
  }
  return CelSymbol(cel, Type::kList, CelLevel::kSum);
}
Symbol Uniq(GoArguments a) {
  return CelSymbol(CelOf(a[0], CelLevel::kPrimary) + ".distinct()",
                   Type::kList);
}
Symbol SortAlpha(GoArguments a) {
  return CelSymbol(CelOf(a[0], CelLevel::kPrimary) + ".sort()", Type::kList);
}
Symbol Same(GoArguments a) { return a[0]; }
// Sprig's keys have no order.
Symbol Keys(GoArguments a) {
  if (a[0].form == Form::kMap) {
    Symbol list = ListOf({});
    for (const std::string& key : a[0].keys) {
      list.items.push_back(TextLiteral(key));
    }
    return list;
  }
  const std::string map = a[0].maybe.empty()
                              ? CelOf(a[0], CelLevel::kPrimary)
                              : absl::StrCat(a[0].maybe, ".orValue({})");
  return CelSymbol(absl::StrCat(map, ".map(key, key)"), Type::kList);
}

// For the functions of function-go-templating.

Symbol NameEntry(GoArguments a) {
  Symbol entry;
  entry.form = Form::kEntry;
  entry.type = Type::kString;
  entry.items = a;
  return entry;
}

Symbol RequestPart(GoArguments a, absl::string_view part) {
  if (a[0].form != Form::kRequest) {
    return Broken("the first argument has to be the whole request");
  }
  const Symbol observed = FieldOf(a[0], "observed");
  if (part == "composite") {
    return FieldOf(FieldOf(observed, "composite"), "resource");
  }
  return FieldOf(IndexOf(FieldOf(observed, "resources"), a[1]), part);
}
Symbol ComposedResource(GoArguments a) { return RequestPart(a, "resource"); }
Symbol ComposedDetails(GoArguments a) {
  return RequestPart(a, "connectionDetails");
}
Symbol CompositeResource(GoArguments a) { return RequestPart(a, "composite"); }

Symbol ExtraResources(GoArguments a) {
  if (a[0].form != Form::kRequest) {
    return Broken("the first argument has to be the whole request");
  }
  const Symbol list = IndexOf(FieldOf(a[0], "extraResources"), a[1]);
  return FieldOf(list, "items");
}

Symbol ResourceCondition(GoArguments a) {
  Symbol object = a[1];
  if (object.form == Form::kResource || object.form == Form::kComposite) {
    object = FieldOf(object, "resource");
  }
  if (!IsConstantText(a[0]) || object.form != Form::kCel) {
    return Broken("the condition of this has no expression");
  }
  Symbol conditions = FieldOf(FieldOf(object, "status"), "conditions");
  if (IsBroken(conditions)) return conditions;
  Symbol found;
  found.form = Form::kCondition;
  found.cel = absl::StrCat(conditions.maybe,
                           ".orValue([]).filter(c, c.type == ", a[0].cel, ")");
  return found;
}

constexpr GoFunctionRow kCollectionFunctions[] = {
    {"append", 2, 2, Append},
    {"concat", 1, kAnyNumber, Concat},
    {"deepCopy", 1, 1, Same},
    {"dict", 0, kAnyNumber, Dict},
    {"dig", 3, kAnyNumber, Dig},
    {"first", 1, 1, First},
    {"get", 2, 2, Get},
    {"getComposedConnectionDetails", 2, 2, ComposedDetails},
    {"getComposedResource", 2, 2, ComposedResource},
    {"getCompositeResource", 1, 1, CompositeResource},
    {"getExtraResources", 2, 2, ExtraResources},
    {"getResourceCondition", 2, 2, ResourceCondition},
    {"has", 2, 2, Has},
    {"hasKey", 2, 2, HasKey},
    {"index", 1, kAnyNumber, IndexAll},
    {"keys", 1, 1, Keys},
    {"last", 1, 1, Last},
    {"len", 1, 1, Len},
    {"list", 0, kAnyNumber, ListOf},
    {"setResourceNameAnnotation", 1, 1, NameEntry},
    {"sortAlpha", 1, 1, SortAlpha},
    {"uniq", 1, 1, Uniq},
};

}  // namespace

absl::Span<const GoFunctionRow> GoCollectionRows() {
  return kCollectionFunctions;
}

}  // namespace loom
