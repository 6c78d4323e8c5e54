// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/go_functions.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tools/convert/go_template/go_function_rows.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Type = Symbol::Type;

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
  if (value.form == Form::kResource || value.form == Form::kDetails ||
      value.form == Form::kRequiredList) {
    // What is read of it may be missing anyhow.
    if (IsZeroLiteral(fallback)) return value;
  }
  if (!IsValue(value)) return Broken("this default has no expression");
  if (value.wraps && !IsZeroLiteral(fallback)) {
    return Broken("this default of extra resources has no expression");
  }
  // A field is taken to have the type of its default only where another type would be
  // an error, never a wrong value.
  const bool tells = fallback.type == Type::kBool ||
                     fallback.type == Type::kList ||
                     fallback.type == Type::kMap;
  const Type type =
      value.type == fallback.type || (tells && value.type == Type::kAny)
          ? fallback.type
          : Type::kAny;
  if (!fallback.maybe.empty()) {
    Symbol either = CelSymbol(
        absl::StrCat(NonZero(value), ".orValue(", CelOf(fallback), ")"));
    either.maybe = absl::StrCat(NonZero(value), ".or(", fallback.maybe, ")");
    return either;
  }
  if (IsZeroLiteral(fallback) && !value.maybe.empty()) {
    // Fields keep being optional, so that those of an empty map can be asked for.
    Symbol either = CelSymbol(
        absl::StrCat(value.maybe, ".orValue(", CelOf(fallback), ")"), type);
    either.wraps = value.wraps;
    return either;
  }
  return CelSymbol(
      absl::StrCat(NonZero(value), ".orValue(", CelOf(fallback), ")"), type);
}

Symbol Default(GoArguments a) {
  // `default "x"` of nothing.
  return a.size() == 1 ? a[0] : DefaultOf(a[0], a[1]);
}

Symbol Coalesce(GoArguments a) {
  Symbol value = a.back();
  for (size_t i = a.size() - 1; i > 0; --i) value = DefaultOf(value, a[i - 1]);
  return value;
}

Symbol AndOf(GoArguments a) {
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

Symbol OrOf(GoArguments a) {
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
        value = BoolSymbol(absl::StrCat(CelOf(one, CelLevel::kOr), " || ",
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

Symbol NotOf(GoArguments a) { return Not(Truth(a[0])); }
Symbol EmptyOf(GoArguments a) { return Not(Truth(a[0])); }

// For comparisons.

// What is missing is equal only to what is also missing.
Symbol Equal(const Symbol& a, const Symbol& b) {
  if (!IsValue(a) || !IsValue(b)) {
    const bool asks_nothing = b.type == Type::kNull;
    if (asks_nothing && a.form == Form::kResources) {
      return BoolSymbol("size(observed.resources) == 0", CelLevel::kRelation);
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
    if (!one.maybe.empty() && IsConstantText(other) && !other.text.empty()) {
      return absl::StrCat(one.maybe, ".orValue('')");
    }
    return CelOrNull(one, CelLevel::kSum);
  };
  return BoolSymbol(absl::StrCat(side(a, b), " == ", side(b, a)),
                    CelLevel::kRelation);
}

Symbol Eq(GoArguments a) {
  Symbol any = Equal(a[0], a[1]);
  for (size_t i = 2; i < a.size(); ++i) any = OrOf({any, Equal(a[0], a[i])});
  return any;
}

Symbol Ne(GoArguments a) {
  const Symbol equal = Equal(a[0], a[1]);
  if (IsBroken(equal) || equal.form == Form::kLiteral) return Not(equal);
  const size_t at = equal.cel.rfind(" == ");
  // Only the sign of this comparison changes.
  if (equal.level != CelLevel::kRelation || equal.cel.find(" == ") != at) {
    return Not(equal);
  }
  return BoolSymbol(
      absl::StrCat(equal.cel.substr(0, at), " != ", equal.cel.substr(at + 4)),
      CelLevel::kRelation);
}

Symbol Order(GoArguments a, absl::string_view sign) {
  return BoolSymbol(absl::StrCat(CelOf(a[0], CelLevel::kSum), " ", sign, " ",
                                 CelOf(a[1], CelLevel::kSum)),
                    CelLevel::kRelation);
}
Symbol Lt(GoArguments a) { return Order(a, "<"); }
Symbol Le(GoArguments a) { return Order(a, "<="); }
Symbol Gt(GoArguments a) { return Order(a, ">"); }
Symbol Ge(GoArguments a) { return Order(a, ">="); }

Symbol Ternary(GoArguments a) { return Choose(Truth(a[2]), a[0], a[1]); }

// For numbers.

Symbol ToInt(GoArguments a) {
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

Symbol ToFloat(GoArguments a) {
  return CelSymbol(absl::StrCat("double(", CelOf(a[0]), ")"), Type::kNumber);
}

Symbol Arithmetic(GoArguments a, absl::string_view sign, CelLevel level) {
  std::string cel;
  for (const Symbol& operand : a) {
    const Symbol integer = ToInt({operand});
    const CelLevel inner = cel.empty()               ? level
                           : level == CelLevel::kSum ? CelLevel::kProduct
                                                     : CelLevel::kUnary;
    absl::StrAppend(&cel, cel.empty() ? "" : absl::StrCat(" ", sign, " "),
                    CelOf(integer, inner));
  }
  return CelSymbol(cel, Type::kInt, level);
}
Symbol Add(GoArguments a) { return Arithmetic(a, "+", CelLevel::kSum); }
Symbol Sub(GoArguments a) { return Arithmetic(a, "-", CelLevel::kSum); }
Symbol Mul(GoArguments a) { return Arithmetic(a, "*", CelLevel::kProduct); }
Symbol Div(GoArguments a) { return Arithmetic(a, "/", CelLevel::kProduct); }
Symbol Mod(GoArguments a) { return Arithmetic(a, "%", CelLevel::kProduct); }
Symbol AddOne(GoArguments a) { return Add({a[0], NumberLiteral("1")}); }

Symbol Extreme(GoArguments a, absl::string_view function) {
  std::string cel;
  for (const Symbol& operand : a) {
    absl::StrAppend(&cel, cel.empty() ? "" : ", ", CelOf(ToInt({operand})));
  }
  return CelSymbol(absl::StrCat(function, "(", cel, ")"), Type::kInt);
}
Symbol Max(GoArguments a) { return Extreme(a, "math.greatest"); }
Symbol Min(GoArguments a) { return Extreme(a, "math.least"); }

Symbol Until(GoArguments a) {
  return CelSymbol(absl::StrCat("lists.range(", CelOf(ToInt(a)), ")"),
                   Type::kList);
}

// The table of the functions of logic and numbers. A function without a row, here or in
// the other files, is unknown.
constexpr size_t kMaxWeight = 20000;
constexpr GoFunctionRow kLogicAndNumbers[] = {
    {"add", 1, kAnyNumber, Add},
    {"add1", 1, 1, AddOne},
    {"and", 1, kAnyNumber, AndOf},
    {"atoi", 1, 1, ToInt},
    {"coalesce", 1, kAnyNumber, Coalesce},
    {"default", 1, 2, Default},
    {"div", 2, 2, Div},
    {"empty", 1, 1, EmptyOf},
    {"eq", 2, kAnyNumber, Eq},
    {"float64", 1, 1, ToFloat},
    {"ge", 2, 2, Ge},
    {"gt", 2, 2, Gt},
    {"int", 1, 1, ToInt},
    {"int64", 1, 1, ToInt},
    {"le", 2, 2, Le},
    {"lt", 2, 2, Lt},
    {"max", 1, kAnyNumber, Max},
    {"min", 1, kAnyNumber, Min},
    {"mod", 2, 2, Mod},
    {"mul", 1, kAnyNumber, Mul},
    {"ne", 2, 2, Ne},
    {"not", 1, 1, NotOf},
    {"or", 1, kAnyNumber, OrOf},
    {"sub", 2, 2, Sub},
    {"ternary", 3, 3, Ternary},
    {"until", 1, 1, Until},
};

struct ReasonOfGo {
  absl::string_view name;
  absl::string_view why;
};

constexpr absl::string_view kNoChance =
    "expressions have no random source: the same request has the same result";
constexpr ReasonOfGo kReasons[] = {
    {"now", "expressions have no clock: the same request has the same result"},
    {"date", "expressions have no clock: the same request has the same result"},
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
    {"fail",
     "an error that the template raises is not a resource; write it as a "
     "condition"},
    {"getCredentialData", "expressions cannot read the credentials of a step"},
    {"tpl", "a template that is computed has no expression"},
};

const GoFunctionRow* FindFunction(absl::string_view name) {
  for (absl::Span<const GoFunctionRow> rows :
       {absl::Span<const GoFunctionRow>(kLogicAndNumbers), GoTextRows(),
        GoCollectionRows()}) {
    for (const GoFunctionRow& row : rows) {
      if (row.name == name) return &row;
    }
  }
  return nullptr;
}

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
  const GoFunctionRow* found = FindFunction(name);
  if (found != nullptr) {
    const GoFunctionRow& row = *found;
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
