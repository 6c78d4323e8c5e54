// SPDX-License-Identifier: Apache-2.0
// The table of accepted inputs has one row for the native input and one for each
// drop-in input, which is the input of a function that this one replaces. The group
// of apiVersion selects the row. The version and the kind have no effect, because the
// replaced functions ignore them; others than those of the row are noted.
//
// The replaced functions also ignore the group. An input with another group, or without
// one, is therefore recognized by its fields (`signs` in function/plan/sections.h). An
// input whose fields fit no row is refused. An input without fields is that of
// function-auto-ready, whose steps usually have no input.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "function/plan/plan.h"
#include "function/plan/sections.h"
#include "language/input/input.h"

namespace loom {
bool AcceptsGroup(absl::string_view api_version);

std::vector<absl::string_view> AcceptedGroups();

// Returns whether a function of this name is a third-party function whose input may
// have a group of the table: function-cel-filter or
// function-conditional-patch-and-transform. Such functions began as copies of a
// replaced function, or authors copied an input for them. The name may have the name
// of an organization in front, as in a function that was installed as a dependency.
bool IsOtherFunction(absl::string_view name);

// Reads `plan->input` into the rules, sections and settings of the plan, and reports
// its errors.
void ReadInput(Plan* plan, Problems* problems,
               Mistakes mistakes = Mistakes::kAsRules);

// Reports each bound that the input exceeds: the number of templates, patches,
// transforms and requirements. The bounds are in function/plan/sections.cc and
// base/limits.h. They are a hundred times the numbers in the largest public
// Composition. Only lists at the paths of the bounds are counted, whatever the field
// names in data such as a `base`.
void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems);

}  // namespace loom
