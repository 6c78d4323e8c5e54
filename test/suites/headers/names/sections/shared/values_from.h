// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/shared/values_from/object_source.h"

namespace loom::example::sections_shared_values_from {

extern const KnownKind kind;
extern const AccessPolicies policies;
extern Call call;
extern Outcome* outcome;

}  // namespace loom::example::sections_shared_values_from
