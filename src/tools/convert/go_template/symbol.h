// SPDX-License-Identifier: Apache-2.0
// A Symbol is what an action of a Go template stands for, as CEL. A template is not run:
// each pipeline is computed with symbols instead of values.
//
//   .observed.composite.resource.spec.size     composite.spec.size
//   $spec.size | default 3                     optional.ofNonZeroValue(…).orValue(3)
//   printf "%s-db" $name                       a kText of two parts
//
// A value that may be missing has two expressions: `cel` waits for it, and `maybe` is an
// optional. Go takes what is missing for false and empty, so functions that ask use
// `maybe`; where the value itself is written, Go writes `<no value>`, and ours waits.
// A kBroken symbol has the reason why there is no such expression. Whatever reads it is
// also broken, and is not converted.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace loom {

// How tight an expression binds, from a literal to `a ? b : c`.
enum class CelLevel {
  kPrimary,
  kUnary,
  kProduct,
  kSum,
  kRelation,
  kAnd,
  kOr,
  kChoice
};

struct Symbol {
  enum class Form {
    kCel,
    kLiteral,  // `cel` is the literal, and `text` the string or number
    kText,     // the parts in `items`, one after the other
    kList,     // a list of `items`
    kMap,      // a map of `items` by `keys`
    kEntry,    // the line of setResourceNameAnnotation; the name is items[0]
    kYaml,     // toYaml of items[0]
    kBroken,   // `text` is the reason
    // What is only a way to something else.
    kRequest,       // `.`
    kObserved,      // `.observed`
    kComposite,     // `.observed.composite`
    kResources,     // `.observed.resources`
    kResource,      // `.observed.resources.NAME`; `cel` without `.resource`
    kDetails,       // its `.connectionDetails`
    kContext,       // `.context`
    kRequired,      // `.extraResources`
    kRequiredList,  // `.extraResources.NAME`, whose `items` are `cel`
    kCondition,  // what getResourceCondition returns; the conditions are `cel`
  };
  enum class Type { kAny, kBool, kString, kInt, kNumber, kList, kMap, kNull };

  Form form = Form::kCel;
  Type type = Type::kAny;
  CelLevel level = CelLevel::kPrimary;
  std::string cel;
  std::string maybe;  // "": it is never missing
  std::string text;
  std::vector<Symbol> items;
  std::vector<std::string> keys;
  bool wraps = false;  // its elements are {resource: …} in Go, and `…` here
  bool encoded = false;  // a connection detail: base64 in Go, and bytes here
  int indent = -1;  // of kYaml and kText: by how much its lines are indented
  bool breaks = false;  // and whether a line break is before it (nindent)
  bool quoted =
      false;  // whether the text is written with quotes (quote, toJson)
};

Symbol Broken(std::string why);
Symbol TextLiteral(absl::string_view text);
Symbol NumberLiteral(absl::string_view number);
Symbol BoolLiteral(bool value);
Symbol NullLiteral();
// Returns the literal that a string without quotes is in YAML.
Symbol PlainLiteral(absl::string_view text);
Symbol CelSymbol(std::string cel, Symbol::Type type = Symbol::Type::kAny,
                 CelLevel level = CelLevel::kPrimary);
Symbol TextOfParts(std::vector<Symbol> parts);

inline bool IsBroken(const Symbol& symbol) {
  return symbol.form == Symbol::Form::kBroken;
}
// How long a symbol is, with all that is in it: variables that double would grow without
// bound.
size_t WeightOf(const Symbol& symbol);

// The first broken one of several, or of what is inside of one; nullptr if there is none.
const Symbol* FirstBroken(const std::vector<Symbol>& symbols);

// Returns a CEL string literal.
std::string CelQuote(absl::string_view text);

// Returns the expression of the value, in parentheses if it binds less tight. It waits
// while the value is missing.
std::string CelOf(const Symbol& symbol, CelLevel level = CelLevel::kChoice);
// Returns an expression of the value that is null while it is missing.
std::string CelOrNull(const Symbol& symbol, CelLevel level = CelLevel::kChoice);
// Returns an expression of an optional, none if the value is missing.
std::string OptionalOf(const Symbol& symbol);
// Returns an expression of the value as a string, as Go prints it.
std::string CelText(const Symbol& symbol, CelLevel level = CelLevel::kChoice);

// Returns the symbol of a bool: whether Go takes the value for true.
Symbol Truth(const Symbol& symbol);
Symbol Not(const Symbol& condition);
// Join two conditions, without those that are always true.
Symbol And(const Symbol& a, const Symbol& b);
// `condition ? yes : no`
Symbol Choose(const Symbol& condition, const Symbol& yes, const Symbol& no);

// Returns a field of a value: `cel.name`, or what a way leads to.
Symbol FieldOf(const Symbol& symbol, absl::string_view name);
// Returns `index value key`.
Symbol IndexOf(const Symbol& symbol, const Symbol& key);

// Whether it is a string, however it is made.
bool IsString(const Symbol& symbol);

// Whether it is a value, and no way to one.
bool IsValue(const Symbol& symbol);

// Returns a connection detail as the text that Go has, which is its base64; any other
// symbol as it is.
Symbol Plain(const Symbol& symbol);

}  // namespace loom
