// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "source/named_object.h"

namespace loom::example {

extern const KnownKind kind;
extern const AccessPolicies policies;
extern Call call;
extern Requirements asked;

}  // namespace loom::example
