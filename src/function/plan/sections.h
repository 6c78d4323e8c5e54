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
// CONTRIBUTING.md says how to add a section.
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
// may have together. All paths end with the same field, which errors name. "a|b.c" are
// the lists `c` in `a` and in `b`.
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
