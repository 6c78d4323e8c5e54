// SPDX-License-Identifier: Apache-2.0
// The sections of all accepted inputs, a row each, in the order in which they
// run. Nothing else lists them: an input is read by its rows, and a call runs
// the sections that they made (function/run.h).
//
//   dialect  the input that has the section
//   name     the member of the native input; for a drop-in input, one member
//            that stands for its whole content
//   signs    paths of members by which an input of an unknown group is
//            recognised (function/plan/inputs.h)
//   bounds   how many elements all lists at those paths may have together
//            (function/plan/inputs.h)
//   parse    reads the members and reports every mistake; it returns nullptr if
//            the input does not have the section
//
// To add a section to the native input:
//   1. Write a class below crossplane/call/call.h in a folder of its own.
//   2. Add a row to function/plan/sections.cc.
//   3. Add the members to the schema below package/input.
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

// The paths of lists, separated by spaces, and how many elements these lists may
// have together. All paths end with the same field, by which errors name them.
//
//   "resources.patches"          the patches of each resource, which is a list itself
//   "patches resources.patches"  also those at the top
//   "a|b.c"                      the lists c of a and of b
struct Bound {
  absl::string_view paths;
  size_t most = 0;
};

struct SectionType {
  Dialect dialect;
  absl::string_view name;
  // Elements of these two arrays that are not needed are empty.
  std::array<absl::string_view, 4> signs;
  std::array<Bound, 4> bounds;
  std::unique_ptr<const Section> (*parse)(Fields& input);
  // Whether the row reads no member, and makes a section for every input.
  bool always = false;
};

absl::Span<const SectionType> SectionTypes();

}  // namespace loom
