// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call.h"
#include "patch/patch.h"

namespace loom::example {

extern Call call;
extern const Value* observed;
extern const Patch patch;

}  // namespace loom::example
