// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call.h"
#include "readystate/ready_state.h"

namespace loom::example {

extern Call call;
extern const ReadinessInput& rules;
extern const OwnTemplates& templates;

}  // namespace loom::example
