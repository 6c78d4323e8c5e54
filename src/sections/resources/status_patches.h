// SPDX-License-Identifier: Apache-2.0
// The `status` section sets the status of the composite. Its values may be expressions.
//
// Each value is a patch of the type ToCompositeFromExpression: status.endpoint,
// status.urls.shop. While an expression is pending, the composite keeps its value. A
// list is one value, so it is a constant or an expression. If another patch of the
// input writes the same field, the input is refused. The rules are ours.
#pragma once

#include "language/input/fields.h"
#include "sections/resources/template.h"
#include "sections/shared/patches/patch.h"

namespace loom {

Patches ParseStatus(Fields& input);

// Reports fields that both `status` and one of the other patches write.
void CheckStatus(const Input& input, const Patches& status,
                 const Patches& environment,
                 const std::vector<Template>& templates);

}  // namespace loom
