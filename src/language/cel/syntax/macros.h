// SPDX-License-Identifier: Apache-2.0
// Macros are calls that evaluate an argument once for each element of a list or a map,
// or with a name for a value. `macros.cc` is the table.
//
//   items.all(x, x > 0)                     true if it holds for each element
//   items.exists(x, x > 0)                  … for some element
//   items.exists_one(x, x > 0)              … for one and no other (also existsOne)
//   items.map(x, x * 2)                     a list of what is made of each
//   items.map(x, x > 0, x * 2)              … of those that the condition holds for
//   items.filter(x, x > 0)                  the elements that it holds for
//   has(a.b)                                whether the field is there
//
// Of a map, the variable is the key. The native dialect has in addition, with the
// index or key as the first variable and the value as the second,
//
//   items.all(i, v, …)   exists(i, v, …)   existsOne(i, v, …)
//   items.transformList(i, v, v + i)        a list
//   items.transformMap(k, v, v * 2)         a map with the same keys
//   items.transformMapEntry(k, v, {v: k})   a map of other entries
//
// of which the last three take a condition before their last argument, and
//
//   items.sortBy(x, x.name)                 sorted by what is made of each
//   opt.optMap(x, x + 1)                    optional.of(…), if there is a value
//   opt.optFlatMap(x, x.?y)                 the optional itself
//   cel.bind(x, 1 + 2, x * x)               a name for a value
//
//   items.all(x.y, true)     fails: want a name for the variable of all
//   has(a)                   fails: has() wants a field, as in has(a.b)
//
// A call of such a name with another number of arguments is an ordinary call. The
// rules are those of CEL, of its optional types, of its comprehensions with two
// variables, its bindings and its lists.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/parser.h"

namespace loom {

// Makes a call that has the form of a macro that node. InvalidArgument, with line and
// column in `text`: its arguments do not fit. Other calls stay as they are.
absl::Status ExpandMacro(absl::string_view text, bool native, Expr* call);

// The names of all macros, for a guess at a mistyped one.
std::vector<std::string> MacroNames(bool native);

}  // namespace loom
