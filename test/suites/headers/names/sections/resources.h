// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crossplane/call/call.h"
#include "sections/shared/patches/patch.h"

namespace loom::example::sections_resources {

extern Call call;
extern const Value* observed;
extern const Patch patch;

}  // namespace loom::example::sections_resources
