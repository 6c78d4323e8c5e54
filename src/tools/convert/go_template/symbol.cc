// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/go_template/symbol.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "data/yaml/scalar.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Type = Symbol::Type;

bool IsIdentifier(absl::string_view name) {
  constexpr absl::string_view kKeywords[] = {"in", "true", "false", "null"};
  return !name.empty() && !absl::ascii_isdigit(name[0]) &&
         std::all_of(
             name.begin(), name.end(),
             [](char c) { return absl::ascii_isalnum(c) || c == '_'; }) &&
         std::find(std::begin(kKeywords), std::end(kKeywords), name) ==
             std::end(kKeywords);
}

std::string Parenthesized(const std::string& cel, CelLevel has,
                          CelLevel wanted) {
  return has > wanted ? absl::StrCat("(", cel, ")") : cel;
}

std::string Step(absl::string_view name, bool optional) {
  if (IsIdentifier(name)) return absl::StrCat(optional ? ".?" : ".", name);
  return absl::StrCat(optional ? "[?" : "[", CelQuote(name), "]");
}

Symbol Way(Form form, std::string cel = "") {
  Symbol symbol;
  symbol.form = form;
  symbol.cel = std::move(cel);
  symbol.type = Type::kMap;
  return symbol;
}

// A field of a map of the cluster, which may be missing.
Symbol MemberSymbol(const Symbol& map, absl::string_view name) {
  Symbol symbol;
  symbol.cel = absl::StrCat(CelOf(map, CelLevel::kPrimary), Step(name, false));
  symbol.maybe = absl::StrCat(
      map.maybe.empty() ? CelOf(map, CelLevel::kPrimary) : map.maybe,
      Step(name, true));
  return symbol;
}

Symbol CompositeField(absl::string_view name) {
  Symbol symbol = MemberSymbol(CelSymbol("composite"), name);
  const bool is_there = name == "metadata" || name == "spec" ||
                        name == "apiVersion" || name == "kind";
  if (is_there) symbol.maybe.clear();
  if (name == "apiVersion" || name == "kind") symbol.type = Type::kString;
  return symbol;
}

Symbol FieldOfRequest(absl::string_view name) {
  if (name == "observed") return Way(Form::kObserved);
  if (name == "context") return Way(Form::kContext);
  if (name == "extraResources" || name == "requiredResources") {
    return Way(Form::kRequired);
  }
  if (name == "desired") {
    return Broken(
        "`desired` has what this step makes here, and only what earlier steps "
        "made in the template");
  }
  return Broken(absl::StrCat("expressions cannot read .", name));
}

Symbol ConditionField(const Symbol& conditions, absl::string_view name) {
  constexpr std::pair<absl::string_view, absl::string_view> kFields[] = {
      {"Status", "status"}, {"Reason", "reason"}, {"Message", "message"}};
  for (const auto& field : kFields) {
    if (field.first != name) continue;
    return CelSymbol(
        absl::StrCat(conditions.cel, "[?0].?", field.second, ".orValue(",
                     name == "Status" ? "'Unknown'" : "''", ")"),
        Type::kString);
  }
  return Broken(
      absl::StrCat("the field ", name, " of a condition has no expression"));
}

Symbol FieldOfResource(const Symbol& resource, absl::string_view name) {
  if (name == "resource") return MemberSymbol(resource, name);
  if (name == "connectionDetails") {
    Symbol details = MemberSymbol(resource, "connection_details");
    details.form = Form::kDetails;
    return details;
  }
  return Broken(absl::StrCat("expressions cannot read .", name,
                             " of a composed resource"));
}

Symbol FieldOfContext(absl::string_view name) {
  if (name == "apiextensions.crossplane.io/environment") {
    return CelSymbol("environment", Type::kMap);
  }
  return MemberSymbol(CelSymbol("context"), name);
}

Symbol LiteralField(const Symbol& map, absl::string_view name) {
  for (size_t i = 0; i < map.keys.size(); ++i) {
    if (map.keys[i] == name) return map.items[i];
  }
  return NullLiteral();
}

}  // namespace

Symbol Broken(std::string why) {
  Symbol symbol;
  symbol.form = Form::kBroken;
  symbol.text = std::move(why);
  return symbol;
}

std::string CelQuote(absl::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (c == '\r') {
      quoted += "\\r";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

Symbol TextLiteral(absl::string_view text) {
  Symbol symbol = CelSymbol(CelQuote(text), Type::kString);
  symbol.form = Form::kLiteral;
  symbol.text = std::string(text);
  return symbol;
}

Symbol NumberLiteral(absl::string_view number) {
  int64_t integer;
  double real;
  const bool is_int = absl::SimpleAtoi(number, &integer);
  if (!is_int && !absl::SimpleAtod(number, &real)) {
    return Broken(absl::StrCat("the number ", number, " has no expression"));
  }
  Symbol symbol =
      CelSymbol(is_int ? absl::StrCat(integer) : std::string(number),
                is_int ? Type::kInt : Type::kNumber,
                number[0] == '-' ? CelLevel::kUnary : CelLevel::kPrimary);
  symbol.form = Form::kLiteral;
  symbol.text = symbol.cel;
  return symbol;
}

Symbol BoolLiteral(bool value) {
  Symbol symbol = CelSymbol(value ? "true" : "false", Type::kBool);
  symbol.form = Form::kLiteral;
  symbol.text = symbol.cel;
  return symbol;
}

Symbol NullLiteral() {
  Symbol symbol = CelSymbol("null", Type::kNull);
  symbol.form = Form::kLiteral;
  return symbol;
}

Symbol PlainLiteral(absl::string_view text) {
  const Value value = PlainScalar(text);
  if (value.IsString()) return TextLiteral(text);
  if (value.IsBool()) return BoolLiteral(value.GetBool());
  if (value.IsNull()) return NullLiteral();
  if (value.IsInt64()) return NumberLiteral(absl::StrCat(value.GetInt64()));
  return NumberLiteral(text);
}

size_t WeightOf(const Symbol& symbol) {
  size_t weight = symbol.cel.size() + symbol.maybe.size() + symbol.text.size();
  for (const Symbol& item : symbol.items) weight += WeightOf(item) + 8;
  return weight;
}

Symbol CelSymbol(std::string cel, Type type, CelLevel level) {
  Symbol symbol;
  symbol.cel = std::move(cel);
  symbol.type = type;
  symbol.level = level;
  return symbol;
}

Symbol TextOfParts(std::vector<Symbol> parts) {
  Symbol text;
  text.form = Form::kText;
  text.type = Type::kString;
  for (Symbol& part : parts) {
    if (IsBroken(part)) return part;
    if (part.form == Form::kText && part.indent < 0 && !part.quoted) {
      for (Symbol& inner : part.items) text.items.push_back(std::move(inner));
    } else {
      text.items.push_back(std::move(part));
    }
  }
  std::vector<Symbol> joined;
  for (Symbol& part : text.items) {
    if (part.form == Form::kLiteral && IsString(part) && part.text.empty()) {
      continue;
    }
    const bool joins = part.form == Form::kLiteral && !joined.empty() &&
                       joined.back().form == Form::kLiteral;
    if (joins) {
      joined.back() = TextLiteral(joined.back().text + part.text);
    } else {
      joined.push_back(std::move(part));
    }
  }
  if (joined.empty()) return TextLiteral("");
  if (joined.size() == 1 && joined[0].form == Form::kLiteral) {
    return TextLiteral(joined[0].text);
  }
  text.items = std::move(joined);
  return text;
}

const Symbol* FirstBroken(const std::vector<Symbol>& symbols) {
  for (const Symbol& symbol : symbols) {
    if (IsBroken(symbol)) return &symbol;
    const Symbol* inside = FirstBroken(symbol.items);
    if (inside != nullptr) return inside;
  }
  return nullptr;
}

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

bool IsString(const Symbol& symbol) { return symbol.type == Type::kString; }

std::string CelOf(const Symbol& symbol, CelLevel level) {
  std::string cel;
  switch (symbol.form) {
    case Form::kText: {
      for (const Symbol& part : symbol.items) {
        absl::StrAppend(&cel, cel.empty() ? "" : " + ",
                        CelText(part, CelLevel::kProduct));
      }
      const CelLevel has =
          symbol.items.size() > 1 ? CelLevel::kSum : CelLevel::kProduct;
      return Parenthesized(cel, has, level);
    }
    case Form::kList:
    case Form::kMap: {
      const bool is_map = symbol.form == Form::kMap;
      for (size_t i = 0; i < symbol.items.size(); ++i) {
        absl::StrAppend(&cel, cel.empty() ? "" : ", ",
                        is_map ? CelQuote(symbol.keys[i]) : "",
                        is_map ? ": " : "", CelOf(symbol.items[i]));
      }
      return absl::StrCat(is_map ? "{" : "[", cel, is_map ? "}" : "]");
    }
    case Form::kYaml:
      return CelOf(symbol.items[0], level);
    case Form::kObserved:
      return "observed";
    case Form::kComposite:
      return "observed.composite";
    case Form::kResources:
      return "observed.resources";
    case Form::kContext:
      return "context";
    default:
      return Parenthesized(symbol.cel, symbol.level, level);
  }
}

std::string OptionalOf(const Symbol& symbol) {
  if (!symbol.maybe.empty()) return symbol.maybe;
  // What it may be instead has another type.
  const bool is_typed = symbol.form == Form::kMap ||
                        symbol.form == Form::kList ||
                        symbol.type == Type::kNull;
  return absl::StrCat(is_typed ? "optional.of(dyn(" : "optional.of(",
                      CelOf(symbol), is_typed ? "))" : ")");
}

std::string CelOrNull(const Symbol& symbol, CelLevel level) {
  if (symbol.maybe.empty()) return CelOf(symbol, level);
  return absl::StrCat(symbol.maybe, ".orValue(null)");
}

std::string CelText(const Symbol& symbol, CelLevel level) {
  if (IsString(symbol)) return CelOf(symbol, level);
  if (symbol.form == Form::kLiteral) return CelQuote(symbol.text);
  return absl::StrCat("string(", CelOf(symbol), ")");
}

Symbol Truth(const Symbol& symbol) {
  if (IsBroken(symbol)) return symbol;
  const bool is_there = symbol.maybe.empty();
  switch (symbol.form) {
    case Form::kLiteral:
      return BoolLiteral(symbol.type != Type::kNull && !symbol.text.empty() &&
                         symbol.cel != "false" && symbol.cel != "0");
    case Form::kList:
    case Form::kMap:
      return BoolLiteral(!symbol.items.empty());
    case Form::kRequest:
    case Form::kObserved:
    case Form::kComposite:
    case Form::kCondition:
      return BoolLiteral(true);
    case Form::kResources:
      return CelSymbol("size(observed.resources) > 0", Type::kBool,
                       CelLevel::kRelation);
    case Form::kResource:
      return CelSymbol(absl::StrCat(symbol.maybe, ".hasValue()"), Type::kBool);
    case Form::kYaml:
      return Truth(symbol.items[0]);
    case Form::kRequiredList:
      return CelSymbol(absl::StrCat("size(", symbol.maybe, ".orValue([])) > 0"),
                       Type::kBool, CelLevel::kRelation);
    case Form::kRequired:
    case Form::kContext:
    case Form::kEntry:
      return Broken("whether this is empty has no expression");
    default:
      break;
  }
  if (symbol.type == Type::kBool) {
    return is_there ? symbol
                    : CelSymbol(absl::StrCat(symbol.maybe, ".orValue(false)"),
                                Type::kBool);
  }
  if (symbol.type == Type::kString && is_there) {
    return CelSymbol(absl::StrCat(CelOf(symbol, CelLevel::kSum), " != ''"),
                     Type::kBool, CelLevel::kRelation);
  }
  if (symbol.type == Type::kInt && is_there) {
    return CelSymbol(absl::StrCat(CelOf(symbol, CelLevel::kSum), " != 0"),
                     Type::kBool, CelLevel::kRelation);
  }
  if ((symbol.type == Type::kList || symbol.type == Type::kMap) && is_there) {
    return CelSymbol(absl::StrCat("size(", CelOf(symbol), ") > 0"), Type::kBool,
                     CelLevel::kRelation);
  }
  return CelSymbol(absl::StrCat("optional.ofNonZeroValue(", CelOrNull(symbol),
                                ").hasValue()"),
                   Type::kBool);
}

Symbol Not(const Symbol& condition) {
  if (IsBroken(condition)) return condition;
  if (condition.form == Form::kLiteral) {
    return BoolLiteral(condition.cel == "false");
  }
  if (condition.level == CelLevel::kUnary &&
      absl::StartsWith(condition.cel, "!")) {
    return CelSymbol(condition.cel.substr(1), Type::kBool);
  }
  return CelSymbol(absl::StrCat("!", CelOf(condition, CelLevel::kPrimary)),
                   Type::kBool, CelLevel::kUnary);
}

Symbol And(const Symbol& a, const Symbol& b) {
  if (IsBroken(a) || b.cel == "true") return a;
  if (IsBroken(b) || a.cel == "true") return b;
  if (a.cel == "false" || b.cel == "false") return BoolLiteral(false);
  return CelSymbol(
      absl::StrCat(CelOf(a, CelLevel::kAnd), " && ", CelOf(b, CelLevel::kAnd)),
      Type::kBool, CelLevel::kAnd);
}

Symbol Choose(const Symbol& condition, const Symbol& yes, const Symbol& no) {
  if (IsBroken(condition)) return condition;
  if (condition.cel == "true") return yes;
  if (condition.cel == "false") return no;
  if (IsBroken(yes)) return yes;
  if (IsBroken(no)) return no;
  if (yes.encoded || no.encoded)
    return Choose(condition, Plain(yes), Plain(no));
  if (yes.cel == "true" && no.cel == "false") return condition;
  if (yes.cel == "false" && no.cel == "true") return Not(condition);
  const std::string asked = CelOf(condition, CelLevel::kOr);
  // CEL wants both to have one type, as far as it knows their types.
  const bool differ = yes.type != no.type &&
                      ((yes.type != Type::kAny && no.type != Type::kAny) ||
                       yes.type == Type::kNull || no.type == Type::kNull);
  const std::string first = differ ? absl::StrCat("dyn(", CelOf(yes), ")")
                                   : CelOf(yes, CelLevel::kOr);
  Symbol symbol =
      CelSymbol(absl::StrCat(asked, " ? ", first, " : ", CelOf(no)),
                yes.type == no.type ? yes.type : Type::kAny, CelLevel::kChoice);
  if (!yes.maybe.empty() || !no.maybe.empty()) {
    symbol.maybe = absl::StrCat("(", asked, " ? ", OptionalOf(yes), " : ",
                                OptionalOf(no), ")");
  }
  return symbol;
}

namespace {

// Returns the field of a value that an expression reads.
Symbol FieldOfObject(const Symbol& symbol, absl::string_view name) {
  if (symbol.wraps && name == "resource") {
    Symbol object = symbol;
    object.wraps = false;
    return object;
  }
  if (symbol.cel == "composite") return CompositeField(name);
  if (symbol.encoded) return Broken("a connection detail has no fields");
  Symbol member = MemberSymbol(symbol, name);
  if (symbol.cel == "composite.metadata" && (name == "name" || name == "uid")) {
    member.maybe.clear();
    member.type = Type::kString;
  }
  if (symbol.cel == "composite.metadata" && name == "namespace") {
    member.type = Type::kString;
  }
  return member;
}

}  // namespace

Symbol FieldOf(const Symbol& symbol, absl::string_view name) {
  switch (symbol.form) {
    case Form::kBroken:
      return symbol;
    case Form::kRequest:
      return FieldOfRequest(name);
    case Form::kObserved:
      if (name == "composite") return Way(Form::kComposite);
      if (name == "resources") return Way(Form::kResources);
      return Broken(absl::StrCat("expressions cannot read .observed.", name));
    case Form::kComposite:
      if (name == "resource") return CelSymbol("composite", Type::kMap);
      if (name == "connectionDetails") {
        Symbol details =
            MemberSymbol(CelSymbol("observed.composite"), "connection_details");
        details.form = Form::kDetails;
        return details;
      }
      return Broken(
          absl::StrCat("expressions cannot read .", name, " of the composite"));
    case Form::kResources: {
      Symbol resource = MemberSymbol(CelSymbol("observed.resources"), name);
      resource.form = Form::kResource;
      return resource;
    }
    case Form::kResource:
      return FieldOfResource(symbol, name);
    case Form::kDetails: {
      Symbol detail = MemberSymbol(symbol, name);
      detail.encoded = true;
      return detail;
    }
    case Form::kContext:
      return FieldOfContext(name);
    case Form::kRequired: {
      Symbol list = MemberSymbol(CelSymbol("required"), name);
      list.form = Form::kRequiredList;
      return list;
    }
    case Form::kRequiredList: {
      if (name != "items") break;
      Symbol items = symbol;
      items.form = Form::kCel;
      items.type = Type::kList;
      items.wraps = true;
      return items;
    }
    case Form::kCondition:
      return ConditionField(symbol, name);
    case Form::kMap:
      return LiteralField(symbol, name);
    case Form::kCel:
      break;
    default:
      return Broken(absl::StrCat("this has no field ", name));
  }
  return FieldOfObject(symbol, name);
}

Symbol IndexOf(const Symbol& symbol, const Symbol& key) {
  if (IsBroken(symbol)) return symbol;
  if (IsBroken(key)) return key;
  if (key.form == Form::kLiteral && key.type == Type::kString) {
    return FieldOf(symbol, key.text);
  }
  if (symbol.form == Form::kList && key.type == Type::kInt &&
      key.form == Form::kLiteral) {
    size_t at;
    if (absl::SimpleAtoi(key.text, &at) && at < symbol.items.size()) {
      return symbol.items[at];
    }
    return Broken("the list has no item with this index");
  }
  Symbol base = symbol;
  if (symbol.form == Form::kResources) base = CelSymbol("observed.resources");
  if (symbol.form == Form::kList || symbol.form == Form::kMap) {
    base = CelSymbol(CelOf(symbol));
  }
  if (base.form != Form::kCel) {
    return Broken("a computed key cannot be used here");
  }
  Symbol item;
  item.cel =
      absl::StrCat(CelOf(base, CelLevel::kPrimary), "[", CelOf(key), "]");
  item.maybe = absl::StrCat(
      base.maybe.empty() ? CelOf(base, CelLevel::kPrimary) : base.maybe, "[?",
      CelOf(key), "]");
  item.wraps = symbol.wraps;
  if (symbol.form == Form::kResources) item.form = Form::kResource;
  return item;
}

Symbol Plain(const Symbol& symbol) {
  if (!symbol.encoded) return symbol;
  Symbol text = CelSymbol(absl::StrCat("base64.encode(", CelOf(symbol), ")"),
                          Type::kString);
  if (!symbol.maybe.empty()) {
    text.maybe =
        absl::StrCat(symbol.maybe, ".optMap(detail, base64.encode(detail))");
  }
  return text;
}

}  // namespace loom
