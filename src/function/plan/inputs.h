// SPDX-License-Identifier: Apache-2.0
// The accepted inputs, a row each: the native input and the drop-in inputs,
// which are those of the functions that this one replaces. The group of
// apiVersion says which one an input is. Its version and its kind do not count,
// because the replaced functions look at neither.
//
//   loom.fn.crossplane.io                  native: every section, no `spec`
//   pt.fn.crossplane.io                    function-patch-and-transform
//   environmentconfigs.fn.crossplane.io    function-environment-configs
//   extra-resources.fn.crossplane.io       function-extra-resources
//   autoready.fn.crossplane.io             function-auto-ready
//   sequencer.fn.crossplane.io             function-sequencer
//
// The replaced functions do not look at the group either. So an input with
// another group, or without one, is recognised by its members (`signs` in
// function/plan/sections.h): {"resources": […]} is P&T's, and {"spec":
// {"environmentConfigs": […]}} is function-environment-configs'. An input whose
// members fit no row, such as {"apiVersion": "x/v1", "foo": 1}, is refused. An input
// without members is that of function-auto-ready, whose steps usually have none.
#pragma once

#include <vector>

#include "absl/strings/string_view.h"
#include "data/value/value.h"
#include "function/plan/plan.h"
#include "function/plan/sections.h"
#include "language/input/input.h"

namespace loom {
// What becomes of a mistake that a replaced function lets pass: a note, as the
// rules of the input say (language/input/rules.h), or a problem.
enum class Mistakes { kAsRules, kRefused };

// Whether the group of this apiVersion is in the table.
bool AcceptsGroup(absl::string_view api_version);

// The groups of the table.
std::vector<absl::string_view> AcceptedGroups();

// Whether a step with a function of this name is for that function, though its
// input may have a group of the table. Such functions began as copies of one that
// is replaced, or authors copied an input for them: function-cel-filter,
// function-conditional-patch-and-transform. Installed as a dependency, a function
// has the name of its organisation in front.
bool IsOtherFunction(absl::string_view name);

// Reads `plan->input` into the rules, sections and settings of the plan, and
// reports the mistakes of the author.
void ReadInput(Plan* plan, Problems* problems,
               Mistakes mistakes = Mistakes::kAsRules);

// CheckCounts bounds how much an input may hold: templates, patches, transforms
// and what it asks Crossplane for. The bounds are in function/plan/sections.cc and
// base/limits.h, and are a hundred times what the largest public Composition
// has.
//
//   CheckCounts(input, {{"resources", 2000}}, &problems);
//     // reports "resources: 2001 are more than 2000"
//
// Only lists at the paths of the bounds are counted. What an author calls the
// fields of data, such as those of a `base` or of `environment.defaultData`, does
// not matter.

// Reports each bound that the input exceeds.
void CheckCounts(const Value& input, const std::vector<Bound>& bounds,
                 Problems* problems);

}  // namespace loom
