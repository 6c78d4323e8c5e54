// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sections/typed_references/referenced_value.h"

namespace loom::example::sections_typed_references {

extern const TypedReference reference;
extern const WantedKind wanted;
extern const AccessPolicies policies;
extern const std::vector<ObjectName> names;
extern Call call;
extern Outcome* outcome;

}  // namespace loom::example::sections_typed_references
