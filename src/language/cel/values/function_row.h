// SPDX-License-Identifier: Apache-2.0
// FunctionRow is one overload of a function of CEL: a row of a table below
// celfunctions. Its signature says how it is called.
//
//   "size(string): int"              size('abc')
//   "string.contains(string): bool"  'abc'.contains('b'): the type in front of a
//                                    point is that of what stands in front
//   "math.abs(int): int"             math.abs(-3): another name in front belongs to the
//                                    name of the function
//   "_+_(list<A>, list<A>): list<A>" [1] + [2]; A is one type
//   "math.greatest(dyn...): dyn"     any number of arguments
//
// Which overload a call means is decided by the types that are known, and again by the
// values when it is evaluated.
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

// An overload whose signature was read.
struct Overload {
  std::string name;
  bool member = false;  // the first parameter stands in front
  bool variadic = false;
  std::vector<CelType> parameters;
  CelType result;
  CelFunction evaluate = nullptr;

  // Whether values of these kinds may be given.
  bool Takes(CelArguments arguments) const;
};

Overload ReadSignature(const FunctionRow& row);

}  // namespace loom
