// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/go_functions.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Type = Symbol::Type;
using Args = const std::vector<Symbol>&;

// Whether it is a value, and no way to one.
bool IsValue(const Symbol& symbol) {
  switch (symbol.form) {
    case Form::kCel:
    case Form::kLiteral:
    case Form::kText:
    case Form::kList:
    case Form::kMap:
      return true;
    default:
      return false;
  }
}

bool IsText(const Symbol& symbol) {
  return symbol.form == Form::kLiteral && symbol.type == Type::kString;
}

// A value that Go's function would take as a string. The expression waits for it.
std::string Text(const Symbol& symbol, CelLevel level = CelLevel::kPrimary) {
  if (symbol.form == Form::kCel && symbol.type == Type::kAny) {
    return CelOf(symbol, level);
  }
  return CelText(symbol, level);
}

Symbol TextCel(std::string cel, CelLevel level = CelLevel::kPrimary) {
  return CelSymbol(std::move(cel), Type::kString, level);
}

Symbol BoolCel(std::string cel, CelLevel level = CelLevel::kPrimary) {
  return CelSymbol(std::move(cel), Type::kBool, level);
}

// For what Go calls empty.

bool IsZeroLiteral(const Symbol& symbol) {
  return (symbol.form == Form::kLiteral || symbol.form == Form::kList ||
          symbol.form == Form::kMap) &&
         Truth(symbol).cel == "false";
}

std::string NonZero(const Symbol& symbol) {
  return absl::StrCat("optional.ofNonZeroValue(", CelOrNull(symbol), ")");
}

Symbol DefaultOf(const Symbol& fallback, const Symbol& value) {
  if (value.form == Form::kLiteral || value.form == Form::kList ||
      value.form == Form::kMap) {
    return Truth(value).cel == "true" ? value : fallback;
  }
  if (value.form == Form::kResources || value.form == Form::kComposite) {
    return value;
  }
  if (value.form == Form::kResource || value.form == Form::kRequiredList) {
    // What is read of it may be missing anyhow.
    if (IsZeroLiteral(fallback)) return value;
  }
  if (!IsValue(value)) return Broken("this default has no expression");
  // A field is taken to have the type of its default only where another type would be
  // an error, never a wrong value.
  const bool tells = fallback.type == Type::kBool ||
                     fallback.type == Type::kList ||
                     fallback.type == Type::kMap;
  const Type type = value.type == fallback.type ||
                            (tells && value.type == Type::kAny)
                        ? fallback.type
                        : Type::kAny;
  if (!fallback.maybe.empty()) {
    Symbol either = CelSymbol(absl::StrCat(NonZero(value), ".orValue(",
                                           CelOf(fallback), ")"));
    either.maybe =
        absl::StrCat(NonZero(value), ".or(", fallback.maybe, ")");
    return either;
  }
  if (IsZeroLiteral(fallback) && !value.maybe.empty()) {
    // Fields keep being optional, so that those of an empty map can be asked for.
    Symbol either = CelSymbol(
        absl::StrCat(value.maybe, ".orValue(", CelOf(fallback), ")"), type);
    return either;
  }
  return CelSymbol(
      absl::StrCat(NonZero(value), ".orValue(", CelOf(fallback), ")"), type);
}

Symbol Default(Args a) {
  // `default "x"` of nothing.
  return a.size() == 1 ? a[0] : DefaultOf(a[0], a[1]);
}

Symbol Coalesce(Args a) {
  Symbol value = a.back();
  for (size_t i = a.size() - 1; i > 0; --i) value = DefaultOf(value, a[i - 1]);
  return value;
}

Symbol AndOf(Args a) {
  Symbol value = a.back();
  for (size_t i = a.size() - 1; i > 0; --i) {
    // Its value is only asked for where it is true.
    const Symbol truth = Truth(a[i - 1]);
    if (value.type == Type::kBool) {
      value = And(truth, Truth(value));
    } else {
      value = Choose(truth, value, a[i - 1]);
    }
  }
  return value;
}

Symbol OrOf(Args a) {
  Symbol value = a.back();
  for (size_t i = a.size() - 1; i > 0; --i) {
    const Symbol& first = a[i - 1];
    if (value.type == Type::kBool && first.type == Type::kBool) {
      const Symbol one = Truth(first);
      const Symbol other = Truth(value);
      if (one.cel == "true" || other.cel == "false") {
        value = one;
      } else if (one.cel == "false") {
        value = other;
      } else {
        value = BoolCel(absl::StrCat(CelOf(one, CelLevel::kOr), " || ",
                                     CelOf(other, CelLevel::kAnd)),
                        CelLevel::kOr);
      }
    } else if (value.form == Form::kLiteral) {
      value = DefaultOf(value, first);
    } else {
      value = Choose(Truth(first), first, value);
    }
  }
  return value;
}

Symbol NotOf(Args a) { return Not(Truth(a[0])); }
Symbol EmptyOf(Args a) { return Not(Truth(a[0])); }

// For comparisons.

// What is missing is not equal to anything but what is missing, too.
Symbol Equal(const Symbol& a, const Symbol& b) {
  if (!IsValue(a) || !IsValue(b)) {
    const bool asks_nothing = b.type == Type::kNull;
    if (asks_nothing && a.form == Form::kResources) {
      return BoolCel("size(observed.resources) == 0", CelLevel::kRelation);
    }
    if (asks_nothing && a.form == Form::kResource) {
      return Not(Truth(a));
    }
    return Broken("this comparison has no expression");
  }
  const bool are_constant =
      a.form == Form::kLiteral && b.form == Form::kLiteral;
  if (are_constant) return BoolLiteral(a.cel == b.cel);
  const auto side = [](const Symbol& one, const Symbol& other) {
    if (!one.maybe.empty() && IsText(other) && !other.text.empty()) {
      return absl::StrCat(one.maybe, ".orValue('')");
    }
    return CelOrNull(one, CelLevel::kSum);
  };
  return BoolCel(absl::StrCat(side(a, b), " == ", side(b, a)),
                 CelLevel::kRelation);
}

Symbol Eq(Args a) {
  Symbol any = Equal(a[0], a[1]);
  for (size_t i = 2; i < a.size(); ++i) any = OrOf({any, Equal(a[0], a[i])});
  return any;
}

Symbol Ne(Args a) {
  const Symbol equal = Equal(a[0], a[1]);
  if (IsBroken(equal) || equal.form == Form::kLiteral) return Not(equal);
  const size_t at = equal.cel.rfind(" == ");
  // Only the sign of this comparison changes.
  if (equal.level != CelLevel::kRelation ||
      equal.cel.find(" == ") != at) {
    return Not(equal);
  }
  return BoolCel(absl::StrCat(equal.cel.substr(0, at), " != ",
                              equal.cel.substr(at + 4)),
                 CelLevel::kRelation);
}

Symbol Order(Args a, absl::string_view sign) {
  return BoolCel(absl::StrCat(CelOf(a[0], CelLevel::kSum), " ", sign, " ",
                              CelOf(a[1], CelLevel::kSum)),
                 CelLevel::kRelation);
}
Symbol Lt(Args a) { return Order(a, "<"); }
Symbol Le(Args a) { return Order(a, "<="); }
Symbol Gt(Args a) { return Order(a, ">"); }
Symbol Ge(Args a) { return Order(a, ">="); }

Symbol Ternary(Args a) { return Choose(Truth(a[2]), a[0], a[1]); }

// For numbers.

Symbol ToInt(Args a) {
  if (a[0].type == Type::kInt) return a[0];
  int64_t integer;
  if (a[0].form == Form::kLiteral && absl::SimpleAtoi(a[0].text, &integer)) {
    return NumberLiteral(absl::StrCat(integer));
  }
  if (a[0].maybe.empty()) {
    return CelSymbol(absl::StrCat("int(", CelOf(a[0]), ")"), Type::kInt);
  }
  return CelSymbol(absl::StrCat("int(", a[0].maybe, ".orValue(0))"),
                   Type::kInt);
}

Symbol ToFloat(Args a) {
  return CelSymbol(absl::StrCat("double(", CelOf(a[0]), ")"), Type::kNumber);
}

Symbol Arithmetic(Args a, absl::string_view sign, CelLevel level) {
  std::string cel;
  for (const Symbol& operand : a) {
    const Symbol integer = ToInt({operand});
    const CelLevel inner = cel.empty() ? level
                           : level == CelLevel::kSum ? CelLevel::kProduct
                                                     : CelLevel::kUnary;
    absl::StrAppend(&cel, cel.empty() ? "" : absl::StrCat(" ", sign, " "),
                    CelOf(integer, inner));
  }
  return CelSymbol(cel, Type::kInt, level);
}
Symbol Add(Args a) { return Arithmetic(a, "+", CelLevel::kSum); }
Symbol Sub(Args a) { return Arithmetic(a, "-", CelLevel::kSum); }
Symbol Mul(Args a) { return Arithmetic(a, "*", CelLevel::kProduct); }
Symbol Div(Args a) { return Arithmetic(a, "/", CelLevel::kProduct); }
Symbol Mod(Args a) { return Arithmetic(a, "%", CelLevel::kProduct); }
Symbol AddOne(Args a) { return Add({a[0], NumberLiteral("1")}); }

Symbol Extreme(Args a, absl::string_view function) {
  std::string cel;
  for (const Symbol& operand : a) {
    absl::StrAppend(&cel, cel.empty() ? "" : ", ", CelOf(ToInt({operand})));
  }
  return CelSymbol(absl::StrCat(function, "(", cel, ")"), Type::kInt);
}
Symbol Max(Args a) { return Extreme(a, "math.greatest"); }
Symbol Min(Args a) { return Extreme(a, "math.least"); }

Symbol Until(Args a) {
  return CelSymbol(absl::StrCat("lists.range(", CelOf(ToInt(a)), ")"),
                   Type::kList);
}

// For strings.

Symbol ToText(Args a) {
  return IsString(a[0]) ? a[0] : TextOfParts({a[0]});
}
Symbol Quote(Args a) {
  if (a.size() != 1) return Broken("quote of several values has no expression");
  Symbol text = TextOfParts({a[0]});
  if (IsBroken(text)) return text;
  if (text.form == Form::kLiteral) {
    text = Symbol();
    text.form = Form::kText;
    text.type = Type::kString;
    text.items = {a[0]};
  }
  text.quoted = true;
  return text;
}
Symbol Lower(Args a) { return TextCel(Text(a[0]) + ".lowerAscii()"); }
Symbol Upper(Args a) { return TextCel(Text(a[0]) + ".upperAscii()"); }
Symbol Trim(Args a) { return TextCel(Text(a[0]) + ".trim()"); }

Symbol Replace(Args a) {
  return TextCel(absl::StrCat(Text(a[2]), ".replace(",
                              Text(a[0], CelLevel::kChoice), ", ",
                              Text(a[1], CelLevel::kChoice), ")"));
}

// Calls `use` with a name for the value, which is read more than once.
template <class Use>
Symbol Bound(const std::string& value, Use use) {
  const bool is_short = value.size() < 40;
  return is_short ? TextCel(use(value), CelLevel::kChoice)
                  : TextCel(absl::StrCat("cel.bind(text, ", value, ", ",
                                         use("text"), ")"));
}

Symbol Trunc(Args a) {
  int64_t size;
  if (a[0].form != Form::kLiteral || !absl::SimpleAtoi(a[0].text, &size)) {
    return Broken("trunc with a computed length has no expression");
  }
  return Bound(Text(a[1]), [size](const std::string& text) {
    const std::string count = absl::StrCat(size < 0 ? -size : size);
    return size < 0 ? absl::StrCat("size(", text, ") > ", count, " ? ", text,
                                   ".substring(size(", text, ") - ", count,
                                   ") : ", text)
                    : absl::StrCat("size(", text, ") > ", count, " ? ", text,
                                   ".substring(0, ", count, ") : ", text);
  });
}

Symbol TrimSuffix(Args a) {
  if (!IsText(a[0])) return Broken("a computed suffix has no expression");
  return Bound(Text(a[1]), [&a](const std::string& text) {
    return absl::StrCat(text, ".endsWith(", a[0].cel, ") ? ", text,
                        ".substring(0, size(", text, ") - ",
                        a[0].text.size(), ") : ", text);
  });
}

Symbol TrimPrefix(Args a) {
  if (!IsText(a[0])) return Broken("a computed prefix has no expression");
  return Bound(Text(a[1]), [&a](const std::string& text) {
    return absl::StrCat(text, ".startsWith(", a[0].cel, ") ? ", text,
                        ".substring(", a[0].text.size(), ") : ", text);
  });
}

Symbol Contains(Args a) {
  return BoolCel(absl::StrCat(Text(a[1]), ".contains(",
                              Text(a[0], CelLevel::kChoice), ")"));
}
Symbol HasPrefix(Args a) {
  return BoolCel(absl::StrCat(Text(a[1]), ".startsWith(",
                              Text(a[0], CelLevel::kChoice), ")"));
}
Symbol HasSuffix(Args a) {
  return BoolCel(absl::StrCat(Text(a[1]), ".endsWith(",
                              Text(a[0], CelLevel::kChoice), ")"));
}
Symbol RegexMatch(Args a) {
  return BoolCel(absl::StrCat(Text(a[1]), ".matches(",
                              Text(a[0], CelLevel::kChoice), ")"));
}

Symbol SplitList(Args a) {
  return CelSymbol(absl::StrCat(Text(a[1]), ".split(",
                                Text(a[0], CelLevel::kChoice), ")"),
                   Type::kList);
}

Symbol Join(Args a) {
  const Symbol& list = a[1];
  std::string cel = CelOf(list, CelLevel::kPrimary);
  const bool are_texts =
      list.form == Form::kList
          ? std::all_of(list.items.begin(), list.items.end(), IsString)
          : absl::EndsWith(list.cel, ")") && list.type == Type::kList &&
                absl::StrContains(list.cel, ".split(");
  if (!are_texts) absl::StrAppend(&cel, ".map(e, string(e))");
  return TextCel(
      absl::StrCat(cel, ".join(", Text(a[0], CelLevel::kChoice), ")"));
}

// Splits a format of printf into a text of parts.
Symbol Printf(Args a) {
  if (!IsText(a[0])) return Broken("a computed format has no expression");
  const std::string& format = a[0].text;
  std::vector<Symbol> parts;
  size_t next = 1;
  std::string literal;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      literal += format[i];
      continue;
    }
    const char verb = ++i < format.size() ? format[i] : '%';
    if (verb == '%') {
      literal += '%';
      continue;
    }
    if (!absl::StrContains("sdvt", verb)) {
      return Broken(absl::StrCat("the format ", format, " has no expression"));
    }
    if (next == a.size()) return Broken("printf has too few arguments");
    parts.push_back(TextLiteral(literal));
    literal.clear();
    parts.push_back(a[next++]);
  }
  if (next != a.size()) return Broken("printf has too many arguments");
  parts.push_back(TextLiteral(literal));
  return TextOfParts(std::move(parts));
}

Symbol Print(Args a) {
  for (size_t i = 1; i < a.size(); ++i) {
    if (!IsString(a[i]) && !IsString(a[i - 1])) {
      return Broken("print of values that may not be strings has no expression");
    }
  }
  return TextOfParts(a);
}

Symbol Encode(Args a) {
  return TextCel(absl::StrCat("base64.encode(bytes(",
                              CelText(a[0]), "))"));
}
Symbol Decode(Args a) {
  return TextCel(absl::StrCat("string(base64.decode(", Text(a[0]), "))"));
}
Symbol Sha256(Args a) {
  return TextCel(absl::StrCat("'%x'.format([hash.sha256(", CelText(a[0]), ")])"));
}

Symbol ToJson(Args a) {
  Symbol text = TextCel(absl::StrCat("json.marshal(", CelOf(a[0]), ")"));
  text.items = {a[0]};
  text.form = Form::kYaml;
  text.text = "json";
  return text;
}
Symbol ToYaml(Args a) {
  Symbol text = TextCel(absl::StrCat("yaml.marshal(", CelOf(a[0]), ")"));
  text.items = {a[0]};
  text.form = Form::kYaml;
  text.text = "yaml";
  return text;
}
Symbol FromJson(Args a) {
  return CelSymbol(absl::StrCat("json.unmarshal(", Text(a[0]), ")"));
}
Symbol FromYaml(Args a) {
  return CelSymbol(absl::StrCat("yaml.unmarshal(", Text(a[0]), ")"));
}

Symbol Indented(Args a, bool breaks) {
  int size;
  if (a[0].form != Form::kLiteral || !absl::SimpleAtoi(a[0].text, &size)) {
    return Broken("a computed indentation has no expression");
  }
  Symbol text = a[1];
  if (IsBroken(text)) return text;
  if (text.form != Form::kYaml) {
    text = Symbol();
    text.form = Form::kText;
    text.type = Type::kString;
    text.items = {a[1]};
  }
  text.indent = size;
  text.breaks = breaks;
  return text;
}
Symbol Indent(Args a) { return Indented(a, false); }
Symbol Nindent(Args a) { return Indented(a, true); }

// For lists and maps.

Symbol ListOf(Args a) {
  Symbol list;
  list.form = Form::kList;
  list.type = Type::kList;
  list.items = a;
  return list;
}

Symbol Dict(Args a) {
  Symbol map;
  map.form = Form::kMap;
  map.type = Type::kMap;
  for (size_t i = 0; i + 1 < a.size(); i += 2) {
    if (!IsText(a[i])) return Broken("a map with computed keys has no expression");
    map.keys.push_back(a[i].text);
    map.items.push_back(a[i + 1]);
  }
  return map;
}

Symbol Len(Args a) {
  if (a[0].form == Form::kRequiredList) {
    return Broken("the size of an entry of extraResources has no expression");
  }
  return CelSymbol(absl::StrCat("size(", CelOf(a[0]), ")"), Type::kInt);
}

Symbol IndexAll(Args a) {
  Symbol value = a[0];
  for (size_t i = 1; i < a.size(); ++i) value = IndexOf(value, a[i]);
  return value;
}

Symbol HasKey(Args a) {
  if (a[0].form == Form::kMap && IsText(a[1])) {
    return BoolLiteral(std::find(a[0].keys.begin(), a[0].keys.end(),
                                 a[1].text) != a[0].keys.end());
  }
  const Symbol field = IndexOf(a[0], a[1]);
  if (IsBroken(field)) return field;
  if (field.maybe.empty()) return BoolLiteral(true);
  return BoolCel(absl::StrCat(field.maybe, ".hasValue()"));
}

// Sprig's get returns "" for what is missing.
Symbol Get(Args a) {
  Symbol field = IndexOf(a[0], a[1]);
  if (IsBroken(field) || field.maybe.empty() || !IsValue(field)) return field;
  return CelSymbol(absl::StrCat(field.maybe, ".orValue('')"));
}

Symbol Dig(Args a) {
  Symbol value = a.back();
  for (size_t i = 0; i + 2 < a.size(); ++i) {
    if (!IsText(a[i])) return Broken("dig wants keys that are constants");
    value = FieldOf(value, a[i].text);
  }
  if (IsBroken(value) || value.maybe.empty()) return value;
  const Symbol& fallback = a[a.size() - 2];
  return CelSymbol(
      absl::StrCat(value.maybe, ".orValue(", CelOf(fallback), ")"),
      fallback.type);
}

Symbol First(Args a) { return IndexOf(a[0], NumberLiteral("0")); }
Symbol Last(Args a) {
  Symbol last = CelSymbol(absl::StrCat(CelOf(a[0], CelLevel::kPrimary),
                                       ".last().value()"));
  last.maybe = absl::StrCat(CelOf(a[0], CelLevel::kPrimary), ".last()");
  last.wraps = a[0].wraps;
  return last;
}
Symbol Has(Args a) {
  return BoolCel(absl::StrCat(CelOf(a[0], CelLevel::kSum), " in ",
                              CelOf(a[1], CelLevel::kSum)),
                 CelLevel::kRelation);
}
Symbol Append(Args a) {
  return CelSymbol(absl::StrCat(CelOf(a[0], CelLevel::kSum), " + [",
                                CelOf(a[1]), "]"),
                   Type::kList, CelLevel::kSum);
}
Symbol Concat(Args a) {
  std::string cel;
  for (const Symbol& list : a) {
    absl::StrAppend(&cel, cel.empty() ? "" : " + ",
                    CelOf(list, CelLevel::kProduct));
  }
  return CelSymbol(cel, Type::kList, CelLevel::kSum);
}
Symbol Uniq(Args a) {
  return CelSymbol(CelOf(a[0], CelLevel::kPrimary) + ".distinct()",
                   Type::kList);
}
Symbol SortAlpha(Args a) {
  return CelSymbol(CelOf(a[0], CelLevel::kPrimary) + ".sort()", Type::kList);
}
Symbol Same(Args a) { return a[0]; }

// For the functions of function-go-templating.

Symbol NameEntry(Args a) {
  Symbol entry;
  entry.form = Form::kEntry;
  entry.type = Type::kString;
  entry.items = a;
  return entry;
}

Symbol RequestPart(Args a, absl::string_view part) {
  if (a[0].form != Form::kRequest) {
    return Broken("the first argument has to be the whole request");
  }
  const Symbol observed = FieldOf(a[0], "observed");
  if (part == "composite") {
    return FieldOf(FieldOf(observed, "composite"), "resource");
  }
  return FieldOf(IndexOf(FieldOf(observed, "resources"), a[1]), part);
}
Symbol ComposedResource(Args a) { return RequestPart(a, "resource"); }
Symbol ComposedDetails(Args a) { return RequestPart(a, "connectionDetails"); }
Symbol CompositeResource(Args a) { return RequestPart(a, "composite"); }

Symbol ExtraResources(Args a) {
  if (a[0].form != Form::kRequest) {
    return Broken("the first argument has to be the whole request");
  }
  const Symbol list = IndexOf(FieldOf(a[0], "extraResources"), a[1]);
  return FieldOf(list, "items");
}

Symbol ResourceCondition(Args a) {
  Symbol object = a[1];
  if (object.form == Form::kResource || object.form == Form::kComposite) {
    object = FieldOf(object, "resource");
  }
  if (!IsText(a[0]) || object.form != Form::kCel) {
    return Broken("the condition of this has no expression");
  }
  const Symbol conditions = FieldOf(FieldOf(object, "status"), "conditions");
  if (IsBroken(conditions)) return conditions;
  Symbol found;
  found.form = Form::kCondition;
  found.cel = absl::StrCat(conditions.maybe, ".orValue([]).filter(c, c.type == ",
                           a[0].cel, ")");
  return found;
}

// The table. A function without a row is unknown.
struct FunctionOfGo {
  absl::string_view name;
  size_t least;
  size_t most;
  Symbol (*call)(Args);
};

constexpr size_t kAnyNumber = 1000;
constexpr size_t kMaxWeight = 20000;
constexpr FunctionOfGo kFunctions[] = {
    {"add", 1, kAnyNumber, Add},
    {"add1", 1, 1, AddOne},
    {"and", 1, kAnyNumber, AndOf},
    {"append", 2, 2, Append},
    {"atoi", 1, 1, ToInt},
    {"b64dec", 1, 1, Decode},
    {"b64enc", 1, 1, Encode},
    {"coalesce", 1, kAnyNumber, Coalesce},
    {"concat", 1, kAnyNumber, Concat},
    {"contains", 2, 2, Contains},
    {"deepCopy", 1, 1, Same},
    {"default", 1, 2, Default},
    {"dict", 0, kAnyNumber, Dict},
    {"dig", 3, kAnyNumber, Dig},
    {"div", 2, 2, Div},
    {"empty", 1, 1, EmptyOf},
    {"eq", 2, kAnyNumber, Eq},
    {"first", 1, 1, First},
    {"float64", 1, 1, ToFloat},
    {"fromJson", 1, 1, FromJson},
    {"fromYaml", 1, 1, FromYaml},
    {"ge", 2, 2, Ge},
    {"get", 2, 2, Get},
    {"getComposedConnectionDetails", 2, 2, ComposedDetails},
    {"getComposedResource", 2, 2, ComposedResource},
    {"getCompositeResource", 1, 1, CompositeResource},
    {"getExtraResources", 2, 2, ExtraResources},
    {"getResourceCondition", 2, 2, ResourceCondition},
    {"gt", 2, 2, Gt},
    {"has", 2, 2, Has},
    {"hasKey", 2, 2, HasKey},
    {"hasPrefix", 2, 2, HasPrefix},
    {"hasSuffix", 2, 2, HasSuffix},
    {"indent", 2, 2, Indent},
    {"index", 1, kAnyNumber, IndexAll},
    {"int", 1, 1, ToInt},
    {"int64", 1, 1, ToInt},
    {"join", 2, 2, Join},
    {"last", 1, 1, Last},
    {"le", 2, 2, Le},
    {"len", 1, 1, Len},
    {"list", 0, kAnyNumber, ListOf},
    {"lower", 1, 1, Lower},
    {"lt", 2, 2, Lt},
    {"max", 1, kAnyNumber, Max},
    {"min", 1, kAnyNumber, Min},
    {"mod", 2, 2, Mod},
    {"mul", 1, kAnyNumber, Mul},
    {"ne", 2, 2, Ne},
    {"nindent", 2, 2, Nindent},
    {"not", 1, 1, NotOf},
    {"or", 1, kAnyNumber, OrOf},
    {"print", 1, kAnyNumber, Print},
    {"printf", 1, kAnyNumber, Printf},
    {"quote", 1, 1, Quote},
    {"regexMatch", 2, 2, RegexMatch},
    {"replace", 3, 3, Replace},
    {"setResourceNameAnnotation", 1, 1, NameEntry},
    {"sha256sum", 1, 1, Sha256},
    {"sortAlpha", 1, 1, SortAlpha},
    {"splitList", 2, 2, SplitList},
    {"squote", 1, 1, Quote},
    {"sub", 2, 2, Sub},
    {"ternary", 3, 3, Ternary},
    {"toJson", 1, 1, ToJson},
    {"toRawJson", 1, 1, ToJson},
    {"toString", 1, 1, ToText},
    {"toYaml", 1, 1, ToYaml},
    {"trim", 1, 1, Trim},
    {"trimPrefix", 2, 2, TrimPrefix},
    {"trimSuffix", 2, 2, TrimSuffix},
    {"trunc", 2, 2, Trunc},
    {"uniq", 1, 1, Uniq},
    {"until", 1, 1, Until},
    {"upper", 1, 1, Upper},
};

struct ReasonOfGo {
  absl::string_view name;
  absl::string_view why;
};

constexpr absl::string_view kNoChance =
    "expressions have no random source: the same request gives the same result";
constexpr ReasonOfGo kReasons[] = {
    {"now", "expressions have no clock: the same request gives the same result"},
    {"date", "expressions have no clock: the same request gives the same result"},
    {"uuidv4", kNoChance},
    {"randAlphaNum", kNoChance},
    {"randAlpha", kNoChance},
    {"randNumeric", kNoChance},
    {"randAscii", kNoChance},
    {"randInt", kNoChance},
    {"randomChoice", kNoChance},
    {"genPrivateKey", kNoChance},
    {"genCA", kNoChance},
    {"genSelfSignedCert", kNoChance},
    {"fail", "an error that the template raises is not a resource; write it as a "
             "condition"},
    {"getCredentialData", "expressions cannot read the credentials of a step"},
    {"tpl", "a template that is computed has no expression"},
};

}  // namespace

Symbol CallGoFunction(const std::string& name,
                      const std::vector<Symbol>& arguments) {
  // An argument that nobody reads may be broken, but Go computes all of them.
  for (const Symbol& argument : arguments) {
    if (IsBroken(argument)) return argument;
  }
  size_t weight = 0;
  for (const Symbol& argument : arguments) weight += WeightOf(argument);
  if (weight > kMaxWeight) return Broken("the expression would be too long");
  for (const ReasonOfGo& row : kReasons) {
    if (row.name == name) return Broken(std::string(row.why));
  }
  for (const FunctionOfGo& row : kFunctions) {
    if (row.name != name) continue;
    if (arguments.size() < row.least || arguments.size() > row.most) {
      return Broken(absl::StrCat(name, " has a wrong number of arguments"));
    }
    // The base64 of a connection detail that is decoded again.
    if (name == "b64dec" && arguments[0].encoded) {
      return CelSymbol(absl::StrCat("string(", CelOf(arguments[0]), ")"),
                       Type::kString);
    }
    std::vector<Symbol> plain;
    plain.reserve(arguments.size());
    for (const Symbol& argument : arguments) plain.push_back(Plain(argument));
    return row.call(plain);
  }
  return Broken(absl::StrCat("the function ", name, " has no expression"));
}

}  // namespace loom
