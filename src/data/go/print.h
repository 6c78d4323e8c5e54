// SPDX-License-Identifier: Apache-2.0
// Prints one value of any kind under one directive of Go's fmt: lists and
// objects element by element, objects in the order of their keys. A verb that
// does not fit the value leaves a note in the text. Part of data/go/format.h.
//
//   %v of [1, null]        [1 <nil>]
//   %q of {"a": "b"}       map["a":"b"]
//   %s of 3                3, which is ours: Go prints %!s(float64=3)
//   %d of "x"              %!d(string=x)
#pragma once

#include <string>

#include "data/go/text.h"
#include "data/value/value.h"

namespace loom {

// Stops adding elements once `out` is longer than `limit`.
void Print(const Value& value, const Directive& directive, size_t limit,
           std::string* out);

}  // namespace loom
