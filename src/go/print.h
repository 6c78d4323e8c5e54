// SPDX-License-Identifier: Apache-2.0
// One value of any kind under one directive of Go's fmt: lists and objects
// element by element, objects in the order of their keys, and a note in the
// text where the verb does not fit. Part of go_format.h.
//
//   %v of [1, null]     [1 <nil>]
//   %q of {"a": "b"}    map["a":"b"]
//   %d of "x"           %!d(string=x)
#pragma once

#include <string>

#include "go/text.h"
#include "value/value.h"

namespace loom {

// Stops adding elements once `out` is longer than `limit`.
void Print(const Value& value, const Directive& directive, size_t limit,
           std::string* out);

}  // namespace loom
