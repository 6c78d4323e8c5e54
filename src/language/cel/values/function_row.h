// SPDX-License-Identifier: Apache-2.0
// FunctionRow is one overload of a CEL function: a row of a table in
// language/cel/functions. Its signature defines how it is called.
//
//   "size(string): int"              size('abc')
//   "string.contains(string): bool"  'abc'.contains('b'): a type before the point is
//                                    that of the receiver
//   "math.abs(int): int"             math.abs(-3): any other name before the point is
//                                    part of the function name
//   "_+_(list<A>, list<A>): list<A>" [1] + [2]; A is one type
//   "math.greatest(dyn...): dyn"     any number of arguments
//
// The overload of a call is selected by the static types, and again by the values when
// the call is evaluated.
#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_type.h"
#include "language/cel/values/cel_value.h"

namespace loom {

using CelArguments = absl::Span<const CelValue>;
using CelFunction = CelValue (*)(CelArguments arguments, CelContext* context);

struct FunctionRow {
  absl::string_view signature;
  CelFunction evaluate;
};

// An overload with a parsed signature.
struct Overload {
  std::string name;
  bool member = false;  // the first parameter is the receiver
  bool variadic = false;
  std::vector<CelType> parameters;
  CelType result;
  CelFunction evaluate = nullptr;

  // Returns whether the overload accepts values of these kinds.
  bool Takes(CelArguments arguments) const;
};

Overload ReadSignature(const FunctionRow& row);

}  // namespace loom
