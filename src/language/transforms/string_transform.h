// SPDX-License-Identifier: Apache-2.0
// The transform `string` makes a text of any value. Of a value that is no
// string it takes what %v prints.
//
//   {type: Format, fmt: "n-%03d"}                          5 → "n-005"
//   {type: Convert, convert: ToUpper}                      string_convert.h
//   {type: TrimPrefix, trim: "a-"}                         "a-b" → "b"
//   {type: TrimSuffix, trim: ".x"}                         "b.x" → "b"
//   {type: Regexp, regexp: {match: "v(\\d+)", group: 1}}   "v12-a" → "12"
//   {type: Join, join: {separator: ", "}}                  [a, b] → "a, b"
//   {type: Replace, replace: {search: a, replace: b}}      "aba" → "bbb"
//
// These fail:
//
//   {type: Regexp, regexp: {match: "v(\\d+)"}}             "w" → no match
//   {type: Regexp, regexp: {match: "v", group: 1}}         there is no group 1
//   {type: Join, join: {separator: ", "}}                  "a" → not a list
//
// A format that does not use exactly one argument (data/go/format.h) is a mistake:
// an error in the native input, and a note in the text in the drop-in ones, as
// in P&T. The separator of Join stands between elements and nowhere else, which
// is ours: P&T cuts one byte off the end instead of the last separator.
#pragma once

#include <memory>

#include "language/input/input.h"
#include "language/transforms/transform.h"

namespace loom {

std::unique_ptr<const Transform> ParseStringTransform(const Input& block,
                                                      const Input& late);

}  // namespace loom
