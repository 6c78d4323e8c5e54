// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "external/external_value.h"

namespace loom::example {

extern const ExternalReference reference;
extern const AccessPolicies policies;
extern const RefForms forms;
extern Call call;
extern Requirements asked;

}  // namespace loom::example
