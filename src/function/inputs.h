// SPDX-License-Identifier: Apache-2.0
// The inputs that are accepted, a row each: our own and those of the functions
// that this one replaces. Which one it is, is said by the group of its
// apiVersion, whatever the version and the kind; the real functions look at
// neither.
//
//   loom.fn.crossplane.io                  ours: every section, no `spec`
//   pt.fn.crossplane.io                    function-patch-and-transform
//   environmentconfigs.fn.crossplane.io    function-environment-configs
#pragma once

#include "absl/strings/string_view.h"
#include "function/plan.h"
#include "input/input.h"

namespace loom {

// Whether an input of this apiVersion is accepted.
bool AcceptsInput(absl::string_view api_version);

// Reads `plan->input` into the plan's sections and reports what is wrong.
void ReadInput(Plan* plan, Problems* problems);

}  // namespace loom
