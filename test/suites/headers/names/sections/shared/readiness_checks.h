// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crossplane/call/call.h"
#include "sections/shared/readiness_checks/ready_state.h"

namespace loom::example::sections_shared_readiness_checks {

extern Call call;
extern const ReadinessInput& rules;
extern const OwnTemplates& templates;

}  // namespace loom::example::sections_shared_readiness_checks
