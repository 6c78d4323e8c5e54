// SPDX-License-Identifier: Apache-2.0
// A macro is a call that evaluates an argument once for each element of a list or a
// map, or with a name for a value. The table of macros is in `macros.cc`.
//
//   items.all(x, x > 0)                     true if all elements meet the condition
//   items.exists(x, x > 0)                  … at least one element
//   items.exists_one(x, x > 0)              … exactly one element (also existsOne)
//   items.map(x, x * 2)                     the list of results for all elements
//   items.map(x, x > 0, x * 2)              … for elements that meet the condition
//   items.filter(x, x > 0)                  the elements that meet the condition
//   has(a.b)                                true if the field exists
//
// For a map, the variable is the key. The native dialect also has the following macros.
// The first variable is the index or key, and the second is the value:
//
//   items.all(i, v, …)   exists(i, v, …)   existsOne(i, v, …)
//   items.transformList(i, v, v + i)        a list
//   items.transformMap(k, v, v * 2)         a map with the same keys
//   items.transformMapEntry(k, v, {v: k})   a map of new entries
//
// The last three may have a condition before their last argument. The native dialect
// also has:
//
//   items.sortBy(x, x.name)                 sorted by the result for each element
//   opt.optMap(x, x + 1)                    optional.of(…), if there is a value
//   opt.optFlatMap(x, x.?y)                 the same, if the result is an optional
//   cel.bind(x, 1 + 2, x * x)               a name for a value
//
// A call with the name of a macro and another number of arguments is an ordinary call.
// The rules are those of CEL, its optional types, its two-variable comprehensions, its
// bindings and its lists.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "language/cel/syntax/parser.h"

namespace loom {

// If a call has the form of a macro, turns it into the node of the macro. Other calls
// do not change. Returns InvalidArgument, with line and column in `text`, if the
// arguments do not fit.
absl::Status ExpandMacro(absl::string_view text, bool native, Expr* call);

// Returns the names of all macros, to suggest one for a mistyped name.
std::vector<std::string> MacroNames(bool native);

}  // namespace loom
