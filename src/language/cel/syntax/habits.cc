// SPDX-License-Identifier: Apache-2.0
#include "language/cel/syntax/habits.h"

#include "absl/strings/str_cat.h"

namespace loom {
namespace {

struct Row {
  HabitOf of;
  absl::string_view word;
  absl::string_view cel;
};

// The table. Add a habit here.
constexpr Row kRows[] = {
    {HabitOf::kFunction, "len", "size(x)"},
    {HabitOf::kFunction, "length", "size(x)"},
    {HabitOf::kFunction, "count", "size(x)"},
    {HabitOf::kFunction, "str", "string(x)"},
    {HabitOf::kFunction, "toString", "string(x)"},
    {HabitOf::kFunction, "float", "double(x)"},
    {HabitOf::kFunction, "number", "int(x) or double(x)"},
    {HabitOf::kFunction, "boolean", "bool(x)"},
    {HabitOf::kFunction, "upper", "x.upperAscii()"},
    {HabitOf::kFunction, "toUpper", "x.upperAscii()"},
    {HabitOf::kFunction, "toUpperCase", "x.upperAscii()"},
    {HabitOf::kFunction, "lower", "x.lowerAscii()"},
    {HabitOf::kFunction, "toLower", "x.lowerAscii()"},
    {HabitOf::kFunction, "toLowerCase", "x.lowerAscii()"},
    {HabitOf::kFunction, "strip", "x.trim()"},
    {HabitOf::kFunction, "substr", "x.substring(start, end)"},
    {HabitOf::kFunction, "startswith", "x.startsWith(y)"},
    {HabitOf::kFunction, "hasPrefix", "x.startsWith(y)"},
    {HabitOf::kFunction, "endswith", "x.endsWith(y)"},
    {HabitOf::kFunction, "hasSuffix", "x.endsWith(y)"},
    {HabitOf::kFunction, "includes", "x.contains(y), or y in x for a list"},
    {HabitOf::kFunction, "concat", "x + y"},
    {HabitOf::kFunction, "append", "list + [x]"},
    {HabitOf::kFunction, "any", "list.exists(x, …)"},
    {HabitOf::kFunction, "some", "list.exists(x, …)"},
    {HabitOf::kFunction, "every", "list.all(x, …)"},
    {HabitOf::kFunction, "keys", "map.map(key, key)"},
    {HabitOf::kFunction, "values", "map.map(key, map[key])"},
    {HabitOf::kFunction, "get", "x.?field.orValue(other)"},
    {HabitOf::kFunction, "default", "x.?field.orValue(other)"},
    {HabitOf::kFunction, "coalesce", "x.?field.orValue(other)"},
    {HabitOf::kFunction, "exists", "has(x.field)"},
    {HabitOf::kFunction, "defined", "has(x.field)"},
    {HabitOf::kFunction, "empty", "size(x) == 0"},
    {HabitOf::kFunction, "isEmpty", "size(x) == 0"},
    {HabitOf::kFunction, "dig", "x.?field.?field.orValue(other)"},
    {HabitOf::kFunction, "hasKey", "'key' in x"},
    {HabitOf::kFunction, "ternary", "condition ? yes : no"},
    {HabitOf::kFunction, "sprintf", "'%s-%d'.format([x, y])"},
    {HabitOf::kFunction, "trunc", "x.substring(0, number)"},
    {HabitOf::kFunction, "enumerate", "list.transformList(index, x, …)"},
    {HabitOf::kFunction, "forEach", "list.map(x, …)"},
    {HabitOf::kFunction, "until", "lists.range(number)"},
    {HabitOf::kFunction, "any_true", "list.exists(x, …)"},
    {HabitOf::kFunction, "all_true", "list.all(x, …)"},
    {HabitOf::kFunction, "update", "x.merge(y), in which y wins"},
    {HabitOf::kFunction, "union", "x.merge(y), in which y wins"},
    {HabitOf::kFunction, "parse", "json.unmarshal(x)"},
    {HabitOf::kFunction, "stringify", "json.marshal(x)"},
    {HabitOf::kFunction, "toJson", "json.marshal(x)"},
    {HabitOf::kFunction, "fromJson", "json.unmarshal(x)"},
    {HabitOf::kFunction, "toYaml", "yaml.marshal(x)"},
    {HabitOf::kFunction, "fromYaml", "yaml.unmarshal(x)"},
    {HabitOf::kFunction, "sha256", "hash.sha256(x)"},
    {HabitOf::kFunction, "sha256sum", "'%x'.format([hash.sha256(x)])"},
    {HabitOf::kFunction, "b64enc", "base64.encode(bytes(x))"},
    {HabitOf::kFunction, "b64dec", "string(base64.decode(x))"},
    {HabitOf::kFunction, "base64", "base64.encode(bytes(x))"},
    {HabitOf::kFunction, "random", "random.seededString(length, seed)"},
    {HabitOf::kFunction, "randAlphaNum", "random.seededString(length, seed)"},
    {HabitOf::kFunction, "uuid", "random.seededString(length, seed)"},
    {HabitOf::kFunction, "uuidv4", "random.seededString(length, seed)"},
    {HabitOf::kFunction, "cidrsubnet", "cidr(x).subnet(bits, number)"},
    {HabitOf::kFunction, "urlParse", "url(x)"},
    {HabitOf::kFunction, "semverCompare", "semver(x).compareTo(semver(y))"},
    {HabitOf::kFunction, "now",
     "composite.metadata.creationTimestamp; there is no clock"},
    {HabitOf::kFunction, "printf", "'%s-%d'.format([x, y])"},
    {HabitOf::kName, "xr", "composite"},
    {HabitOf::kName, "XR", "composite"},
    {HabitOf::kName, "oxr", "composite"},
    {HabitOf::kName, "claim", "composite"},
    {HabitOf::kName, "schema", "composite"},
    {HabitOf::kName, "self", "composite, or object for the observed resource"},
    {HabitOf::kName, "env", "environment"},
    {HabitOf::kName, "resources", "observed.resources"},
    {HabitOf::kName, "ocds", "observed.resources"},
    {HabitOf::kName, "dcds", "desired.resources"},
    {HabitOf::kName, "dxr", "desired.composite.resource"},
    {HabitOf::kName, "omit", "omit()"},
    {HabitOf::kName, "None", "null"},
    {HabitOf::kName, "nil", "null"},
    {HabitOf::kName, "undefined", "null"},
    {HabitOf::kName, "True", "true"},
    {HabitOf::kName, "False", "false"},
    {HabitOf::kOperator, "and", "&&"},
    {HabitOf::kOperator, "AND", "&&"},
    {HabitOf::kOperator, "&", "&&"},
    {HabitOf::kOperator, "or", "||"},
    {HabitOf::kOperator, "OR", "||"},
    {HabitOf::kOperator, "|", "||, x.merge(y) for maps, or f(x) for a filter"},
    {HabitOf::kOperator, "not", "!x"},
    {HabitOf::kOperator, "NOT", "!x"},
    {HabitOf::kOperator, "=", "=="},
    {HabitOf::kOperator, "is", "=="},
    {HabitOf::kOperator, "eq", "=="},
    {HabitOf::kOperator, "ne", "!="},
    {HabitOf::kOperator, "if", "condition ? yes : no"},
    {HabitOf::kOperator, "else", "condition ? yes : no"},
    {HabitOf::kOperator, "then", "condition ? yes : no"},
    {HabitOf::kOperator, "for", "list.map(x, …)"},
    {HabitOf::kOperator, "let", "cel.bind(name, value, …)"},
    {HabitOf::kOperator, "var", "cel.bind(name, value, …)"},
    {HabitOf::kOperator, "#", "// before a comment"},
};

}  // namespace

std::string Habit(HabitOf of, absl::string_view word) {
  for (const Row& row : kRows) {
    if (row.of == of && row.word == word) {
      return absl::StrCat("; write ", row.cel);
    }
  }
  return "";
}

}  // namespace loom
