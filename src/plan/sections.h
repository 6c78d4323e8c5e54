// SPDX-License-Identifier: Apache-2.0
// The sections of all accepted inputs, a row each, in the order in which they
// run. Nothing else lists them: an input is read by its rows, and a call runs
// what they made (function/run.h).
//
//   name     the member of the native input; of a drop-in input, what holds all
//            of it
//   signs    members, as paths, by which an input of an unknown group is
//            recognised (plan/inputs.h)
//   bounds   how many elements the lists of these names may have together, at
//            any depth
//   parse    reads the members and reports every mistake; nullptr if the input
//            does not have the section
//   run      is Section::Run of what `parse` made
//
// To add a section of the native input, write a class below call/section.h in a
// folder of its own, add a row here, its folder to src/CMakeLists.txt, and its
// members to the schema in package/input.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "call/section.h"
#include "input/input.h"
#include "input/rules.h"

namespace loom {

struct Bound {
  absl::string_view list;
  size_t most = 0;
};

struct SectionType {
  Dialect dialect;
  absl::string_view name;
  // Those that are not needed are empty.
  std::array<absl::string_view, 4> signs;
  std::array<Bound, 4> bounds;
  std::unique_ptr<const Section> (*parse)(Fields& input);
};

absl::Span<const SectionType> SectionTypes();

}  // namespace loom
