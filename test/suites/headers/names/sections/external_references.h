// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/external_references/external_value.h"

namespace loom::example::sections_external_references {

extern const ExternalReference reference;
extern const AccessPolicies policies;
extern const RefForms forms;
extern Call call;
extern Outcome* outcome;

}  // namespace loom::example::sections_external_references
