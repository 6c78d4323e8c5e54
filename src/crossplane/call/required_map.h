// SPDX-License-Identifier: Apache-2.0
// `required` in an expression: what entries of extraResources and references read, by
// the names of the entries (RequiredState::Named). An entry of extraResources has a list
// of objects, and a reference one object. An entry that has read nothing yet is not
// there, which is pending. sections/environment/extra_resources.h and sections/references/references.h say
// when an entry is there.
//
//   required.nets.map(n, n.spec.cidr)
//   has(required.vpc)
#pragma once

#include "crossplane/call/call.h"
#include "language/cel/values/cel_context.h"
#include "language/cel/values/cel_value.h"

namespace loom {

CelValue RequiredByName(const Call& call, CelContext* context);

}  // namespace loom
