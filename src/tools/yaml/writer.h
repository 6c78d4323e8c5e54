// SPDX-License-Identifier: Apache-2.0
// WriteYaml writes a tree as YAML, byte for byte as the command line of
// Crossplane prints it, which is what go-yaml v2 makes of Go's JSON.
//
//   {"b": [{"x": 1}], "a": {}}   →   a: {}
//                                    b:
//                                    - x: 1
//
//   LOOM_ASSIGN_OR_RETURN(std::string text, WriteYaml(object));
//
// Keys are sorted (KeyLess), lists begin at the column of their key,
// text is quoted and folded where necessary (tools/yaml/text.h), and numbers have the
// digits that Go writes (YamlNumber).
//
// One rule is ours: U+007F to U+009F, U+FEFF, U+FFFE and U+FFFF are written as
// escapes, because go-yaml refuses them or loses them, and so are the characters that
// change the direction of writing, because they make a text look like another one.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "data/value/value.h"

namespace loom {

// One document, which ends with a line break. FailedPrecondition: a number in
// it is infinite or NaN.
absl::StatusOr<std::string> WriteYaml(const Value& value);

// The order in which go-yaml v2 writes the keys of a map: keys are compared
// character by character, runs of digits by their value, and at the first
// difference a character that is no letter comes before a letter. Letters are
// compared by their code points, so upper case comes before lower case.
//
//   a1 a2 a10     (and not a1 a10 a2)
//   a/b ab        (/ is no letter)
//   B a           (B is upper case)

// Whether the key `a` is written before the key `b`.
bool KeyLess(absl::string_view a, absl::string_view b);

// The members of an object in that order.
std::vector<const Member*> InKeyOrder(const Value& object);

// Numbers as go-yaml v2 writes them: a whole number that fits into 64 bits
// (with or without a sign) as its digits, any other number as %g of Go's fmt
// does.
//
//   1000000 → 1000000    1234567.5 → 1.2345675e+06    1e-7 → 1e-07
//   1e21 → 1e+21         18446744073709551616 → 1.8446744073709552e+19

// The number must be finite.
std::string YamlNumber(const Value& number);

// A number that is the key of a map. Go converts it to a float of 32 bits
// first, so digits may get lost.
std::string YamlNumberKey(double number);

}  // namespace loom
