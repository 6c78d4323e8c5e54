// SPDX-License-Identifier: Apache-2.0
// The inputs that are accepted, a row each: our own and those of the functions
// that this one replaces. Which one it is, is said by the group of its
// apiVersion, whatever the version and the kind; the real functions look at
// neither.
//
//   loom.fn.crossplane.io                  ours: every section, no `spec`
//   pt.fn.crossplane.io                    function-patch-and-transform
//   environmentconfigs.fn.crossplane.io    function-environment-configs
//   extra-resources.fn.crossplane.io       function-extra-resources
//
// As the real functions do not look at the group either, an input of another
// one, or of none, is taken for what its members say: {"resources": […]} is
// P&T's, {"spec": {"environmentConfigs": […]}} function-environment-configs'.
// Only {"apiVersion": "x/v1", "foo": 1}, which nothing speaks for, is refused.
#pragma once

#include "absl/strings/string_view.h"
#include "input/input.h"
#include "plan/plan.h"

namespace loom {

// Whether the group of this apiVersion is in the table.
bool AcceptsGroup(absl::string_view api_version);

// Reads `plan->input` into the plan's sections and reports what is wrong.
void ReadInput(Plan* plan, Problems* problems);

}  // namespace loom
