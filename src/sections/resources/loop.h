// SPDX-License-Identifier: Apache-2.0
// RenderLoop renders a template with forEach (ForEach): once for each item, in the
// order of the keys. For an empty list, all its resources are deleted.
//
// While the list is pending, the effect depends on whether the template has already
// made resources. The annotation of observed composed resources shows this (IsItemOf):
//
//   none is observed     nothing is rendered, and the composite is not ready; a
//                        resource that an earlier step desires does not count
//   some are observed    FATAL, because all of them would be deleted
//
// An item with a computed name may have been made by another function, without the
// annotation. So any resource of the same kind counts as an item if nothing else in the
// input makes it. The rules are ours.
#pragma once

#include "absl/status/status.h"
#include "crossplane/call/call.h"
#include "crossplane/contract/outcome.h"
#include "language/input/rules.h"
#include "sections/resources/template.h"
#include "sections/shared/templates/own_templates.h"

namespace loom {
// Renders the loop. `own` has all templates of the step.
absl::Status RenderLoop(const Template& the_template, const OwnTemplates& own,
                        const Rules& rules, Call& call, Outcome* outcome);

}  // namespace loom
