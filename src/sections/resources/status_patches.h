// SPDX-License-Identifier: Apache-2.0
// The section `status` is the status of the composite, with values in it.
//
//   status:
//     endpoint: ${observed.resources.database.resource.status.endpoint}
//     urls: {shop: "https://${composite.spec.host}"}
//     plan: standard
//
// Each value is a patch of the type ToCompositeFromExpression: status.endpoint,
// status.urls.shop and status.plan. While an expression is pending, the composite keeps
// what it has. A list is one value, so it is a constant or an expression:
//
//   status.ids[0]: Invalid value: a list is computed as a whole: ${[…]}
//
// A field that another patch of the input writes, too, has two authors, which is refused:
//
//   status.plan: Invalid value: resources[0].patches[1] writes status.plan, too
//
// The rules are ours.
#pragma once

#include "language/input/fields.h"
#include "sections/resources/template.h"
#include "sections/shared/patches/patch.h"

namespace loom {

// Reads the member `status` of the input, and reports mistakes.
Patches ParseStatus(Fields& input);

// Reports fields that `status` and one of the others write.
void CheckStatus(const Input& input, const Patches& status,
                 const Patches& environment,
                 const std::vector<Template>& templates);

}  // namespace loom
