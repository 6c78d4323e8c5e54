// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "tools/convert/go_template/go_function_rows.h"

namespace loom {
namespace {

using Form = Symbol::Form;
using Type = Symbol::Type;

// For strings.

Symbol ToText(GoArguments a) {
  return IsString(a[0]) ? a[0] : TextOfParts({a[0]});
}
Symbol Quote(GoArguments a) {
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
Symbol SingleQuote(GoArguments a) {
  Symbol text = Quote(a);
  if (!IsBroken(text)) text.text = "'";
  return text;
}
Symbol Lower(GoArguments a) {
  return StringSymbol(StringCel(a[0]) + ".lowerAscii()");
}
Symbol Upper(GoArguments a) {
  return StringSymbol(StringCel(a[0]) + ".upperAscii()");
}
Symbol Trim(GoArguments a) { return StringSymbol(StringCel(a[0]) + ".trim()"); }

Symbol Replace(GoArguments a) {
  return StringSymbol(absl::StrCat(StringCel(a[2]), ".replace(",
                                   StringCel(a[0], CelLevel::kChoice), ", ",
                                   StringCel(a[1], CelLevel::kChoice), ")"));
}

// Calls `use` with a name for the value, which is read more than once.
template <class Use>
Symbol Bound(const std::string& value, Use use) {
  const bool is_short = value.size() < 40;
  return is_short ? StringSymbol(use(value), CelLevel::kChoice)
                  : StringSymbol(absl::StrCat("cel.bind(text, ", value, ", ",
                                              use("text"), ")"));
}

Symbol Trunc(GoArguments a) {
  int64_t size;
  if (a[0].form != Form::kLiteral || !absl::SimpleAtoi(a[0].text, &size)) {
    return Broken("trunc with a computed length has no expression");
  }
  return Bound(StringCel(a[1]), [size](const std::string& text) {
    const std::string count = absl::StrCat(size < 0 ? -size : size);
    return size < 0 ? absl::StrCat("size(", text, ") > ", count, " ? ", text,
                                   ".substring(size(", text, ") - ", count,
                                   ") : ", text)
                    : absl::StrCat("size(", text, ") > ", count, " ? ", text,
                                   ".substring(0, ", count, ") : ", text);
  });
}

Symbol TrimSuffix(GoArguments a) {
  if (!IsConstantText(a[0]))
    return Broken("a computed suffix has no expression");
  return Bound(StringCel(a[1]), [&a](const std::string& text) {
    return absl::StrCat(text, ".endsWith(", a[0].cel, ") ? ", text,
                        ".substring(0, size(", text, ") - ", a[0].text.size(),
                        ") : ", text);
  });
}

Symbol TrimPrefix(GoArguments a) {
  if (!IsConstantText(a[0]))
    return Broken("a computed prefix has no expression");
  return Bound(StringCel(a[1]), [&a](const std::string& text) {
    return absl::StrCat(text, ".startsWith(", a[0].cel, ") ? ", text,
                        ".substring(", a[0].text.size(), ") : ", text);
  });
}

Symbol Contains(GoArguments a) {
  return BoolSymbol(absl::StrCat(StringCel(a[1]), ".contains(",
                                 StringCel(a[0], CelLevel::kChoice), ")"));
}
Symbol HasPrefix(GoArguments a) {
  return BoolSymbol(absl::StrCat(StringCel(a[1]), ".startsWith(",
                                 StringCel(a[0], CelLevel::kChoice), ")"));
}
Symbol HasSuffix(GoArguments a) {
  return BoolSymbol(absl::StrCat(StringCel(a[1]), ".endsWith(",
                                 StringCel(a[0], CelLevel::kChoice), ")"));
}
Symbol RegexMatch(GoArguments a) {
  return BoolSymbol(absl::StrCat(StringCel(a[1]), ".matches(",
                                 StringCel(a[0], CelLevel::kChoice), ")"));
}

Symbol SplitList(GoArguments a) {
  return CelSymbol(absl::StrCat(StringCel(a[1]), ".split(",
                                StringCel(a[0], CelLevel::kChoice), ")"),
                   Type::kList);
}

Symbol Join(GoArguments a) {
  const Symbol& list = a[1];
  std::string cel = CelOf(list, CelLevel::kPrimary);
  const bool are_texts =
      list.form == Form::kList
          ? std::all_of(list.items.begin(), list.items.end(), IsString)
          : absl::EndsWith(list.cel, ")") && list.type == Type::kList &&
                absl::StrContains(list.cel, ".split(");
  if (!are_texts) absl::StrAppend(&cel, ".map(e, string(e))");
  return StringSymbol(
      absl::StrCat(cel, ".join(", StringCel(a[0], CelLevel::kChoice), ")"));
}

// Splits a format of printf into a text of parts.
Symbol Printf(GoArguments a) {
  if (!IsConstantText(a[0]))
    return Broken("a computed format has no expression");
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

Symbol Print(GoArguments a) {
  for (size_t i = 1; i < a.size(); ++i) {
    if (!IsString(a[i]) && !IsString(a[i - 1])) {
      return Broken(
          "print of values that may not be strings has no expression");
    }
  }
  return TextOfParts(a);
}

// Sprig's cat: the values with spaces between them.
Symbol Cat(GoArguments a) {
  std::vector<Symbol> parts;
  for (const Symbol& value : a) {
    if (!parts.empty()) parts.push_back(TextLiteral(" "));
    parts.push_back(value);
  }
  return TextOfParts(std::move(parts));
}

// To remove what is not of a class of characters, the others are found.
Symbol RegexReplaceAll(GoArguments a) {
  absl::string_view pattern = a[0].text;
  const bool removes = IsConstantText(a[0]) && IsConstantText(a[2]) &&
                       a[2].text.empty() && absl::ConsumePrefix(&pattern, "[^");
  absl::ConsumeSuffix(&pattern, "+");
  if (!removes || !absl::ConsumeSuffix(&pattern, "]") || pattern.empty() ||
      pattern.find_first_of("[]\\") != absl::string_view::npos) {
    return Broken("this regexReplaceAll has no expression");
  }
  return StringSymbol(absl::StrCat(StringCel(a[1]), ".findAll(",
                                   CelQuote(absl::StrCat("[", pattern, "]+")),
                                   ").join()"));
}

Symbol Encode(GoArguments a) {
  return StringSymbol(
      absl::StrCat("base64.encode(bytes(", CelText(a[0]), "))"));
}
Symbol Decode(GoArguments a) {
  return StringSymbol(
      absl::StrCat("string(base64.decode(", StringCel(a[0]), "))"));
}
Symbol Sha256(GoArguments a) {
  return StringSymbol(
      absl::StrCat("'%x'.format([hash.sha256(", CelText(a[0]), ")])"));
}

Symbol ToJson(GoArguments a) {
  Symbol text = StringSymbol(absl::StrCat("json.marshal(", CelOf(a[0]), ")"));
  text.items = {a[0]};
  text.form = Form::kYaml;
  text.text = "json";
  return text;
}
Symbol ToYaml(GoArguments a) {
  Symbol text = StringSymbol(absl::StrCat("yaml.marshal(", CelOf(a[0]), ")"));
  text.items = {a[0]};
  text.form = Form::kYaml;
  text.text = "yaml";
  return text;
}
Symbol FromJson(GoArguments a) {
  return CelSymbol(absl::StrCat("json.unmarshal(", StringCel(a[0]), ")"));
}
Symbol FromYaml(GoArguments a) {
  return CelSymbol(absl::StrCat("yaml.unmarshal(", StringCel(a[0]), ")"));
}

Symbol Indented(GoArguments a, bool breaks) {
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
Symbol Indent(GoArguments a) { return Indented(a, false); }
Symbol Nindent(GoArguments a) { return Indented(a, true); }

constexpr GoFunctionRow kTextFunctions[] = {
    {"b64dec", 1, 1, Decode},
    {"b64enc", 1, 1, Encode},
    {"cat", 1, kAnyNumber, Cat},
    {"contains", 2, 2, Contains},
    {"fromJson", 1, 1, FromJson},
    {"fromYaml", 1, 1, FromYaml},
    {"hasPrefix", 2, 2, HasPrefix},
    {"hasSuffix", 2, 2, HasSuffix},
    {"indent", 2, 2, Indent},
    {"join", 2, 2, Join},
    {"lower", 1, 1, Lower},
    {"nindent", 2, 2, Nindent},
    {"print", 1, kAnyNumber, Print},
    {"printf", 1, kAnyNumber, Printf},
    {"quote", 1, 1, Quote},
    {"regexMatch", 2, 2, RegexMatch},
    {"regexReplaceAll", 3, 3, RegexReplaceAll},
    {"replace", 3, 3, Replace},
    {"sha256sum", 1, 1, Sha256},
    {"splitList", 2, 2, SplitList},
    {"squote", 1, 1, SingleQuote},
    {"toJson", 1, 1, ToJson},
    {"toRawJson", 1, 1, ToJson},
    {"toString", 1, 1, ToText},
    {"toYaml", 1, 1, ToYaml},
    {"trim", 1, 1, Trim},
    {"trimPrefix", 2, 2, TrimPrefix},
    {"trimSuffix", 2, 2, TrimSuffix},
    {"trunc", 2, 2, Trunc},
    {"upper", 1, 1, Upper},
};

}  // namespace

absl::Span<const GoFunctionRow> GoTextRows() { return kTextFunctions; }

}  // namespace loom
