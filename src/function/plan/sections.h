// SPDX-License-Identifier: Apache-2.0
// The table of sections has one row for each section of each accepted input, in the
// order in which they run. The sections are listed only here: the rows read an input,
// and a call runs the sections that the rows made (function/run.h).
//
//   dialect  the input that has the section
//   name     the field of the native input; for a drop-in input, one field that
//            represents its whole content
//   signs    paths of fields by which an input of an unknown group is recognized
//            (function/plan/inputs.h)
//   bounds   the number of elements that all lists at the given paths may have
//            together (function/plan/inputs.h)
//   parse    reads the fields and reports every error; returns nullptr if the
//            input does not have the section
//
// To add a section to the native input:
//   1. Write a class below crossplane/call/call.h in a folder of its own.
//   2. Add a row to function/plan/sections.cc.
//   3. Add the fields to the schema below package/input.
//   4. Add a row to tools/explain/sources.cc, so that explain can name it.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "crossplane/call/call.h"
#include "language/input/fields.h"
#include "language/input/rules.h"

namespace loom {

// The paths of lists, separated by spaces, and the number of elements that these lists
// may have together. All paths end with the same field, which errors name.
//
//   "resources.patches"          the patches of each element of the list `resources`
//   "patches resources.patches"  the same, and the patches at the top
//   "a|b.c"                      the lists `c` in `a` and in `b`
struct Bound {
  absl::string_view paths;
  size_t most = 0;
};

struct SectionType {
  Dialect dialect;
  absl::string_view name;
  // Unused elements of these two arrays are empty.
  std::array<absl::string_view, 6> signs;
  std::array<Bound, 4> bounds;
  std::unique_ptr<const Section> (*parse)(Fields& input);
  // Whether the row reads no field and makes a section for every input.
  bool always = false;
};

absl::Span<const SectionType> SectionTypes();

}  // namespace loom
