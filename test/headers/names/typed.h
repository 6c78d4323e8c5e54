// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "typed/referenced_value.h"

namespace loom::example {

extern const TypedReference reference;
extern const WantedKind wanted;
extern const AccessPolicies policies;
extern const std::vector<ObjectName> names;
extern Call call;
extern Requirements asked;

}  // namespace loom::example
