// SPDX-License-Identifier: Apache-2.0
// string: text of any value. What is no string becomes what %v prints.
//
//   {type: Format, fmt: "n-%03d"}                          5 → "n-005"
//   {type: Convert, convert: ToUpper}                      string_convert.h
//   {type: TrimPrefix, trim: "a-"}                         "a-b" → "b"
//   {type: TrimSuffix, trim: ".x"}                         "b.x" → "b"
//   {type: Regexp, regexp: {match: "v(\\d+)", group: 1}}   "v12-a" → "12"
//   {type: Join, join: {separator: ", "}}                  [a, b] → "a, b"
//   {type: Replace, replace: {search: a, replace: b}}      "aba" → "bbb"
//
// Join takes lists only. Its separator stands between elements and nowhere
// else; P&T cuts one byte off the end instead of the last separator. A Regexp
// that does not match is an error, and so is a group that it does not have.
#pragma once

#include <memory>

#include "input/input.h"
#include "transform/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseStringTransform(const Input& block,
                                                      const Input& late);

}  // namespace loom
