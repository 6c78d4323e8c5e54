// SPDX-License-Identifier: Apache-2.0
// WriteYaml writes a tree as YAML, byte for byte as the Crossplane CLI prints it, which
// is what go-yaml v2 writes for Go's JSON. Keys are sorted (KeyLess), lists begin at
// the column of their key, strings are quoted and folded where necessary
// (data/yaml/text.h), and numbers have the digits that Go writes (YamlNumber).
//
// One rule is ours. U+007F to U+009F, U+FEFF, U+FFFE and U+FFFF are written as escapes,
// because go-yaml refuses or loses them. So are the characters that change the writing
// direction, because they make a string look like another one.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// Returns one document, which ends with a line break. FailedPrecondition: it has a
// number that is infinite or NaN.
absl::StatusOr<std::string> WriteYaml(const Value& value);

// Defines the order in which go-yaml v2 writes the keys of a map: whether `a` is
// written before `b`. Keys are compared character by character, and runs of digits by
// their value: a2 is before a10. At the first difference, a character that is not a
// letter comes before a letter. Letters are compared by their code points, so upper
// case comes before lower case.
bool KeyLess(absl::string_view a, absl::string_view b);

// Returns the fields of an object in that order.
std::vector<const Member*> InKeyOrder(const Value& object);

// Returns a number as go-yaml v2 writes it: an integer that fits into 64 bits (signed
// or unsigned) as its digits, any other number like %g of Go's fmt: 1234567.5 is
// 1.2345675e+06. The number must be finite.
std::string YamlNumber(const Value& number);

// Returns a number as the key of a map. Go converts it to a 32-bit float first, so
// digits may be lost.
std::string YamlNumberKey(double number);

}  // namespace loom
