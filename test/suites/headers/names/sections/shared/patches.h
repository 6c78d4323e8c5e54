// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "crossplane/call/call.h"
#include "sections/shared/patches/patch.h"
#include "test/suites/headers/names.h"

namespace loom::example::sections_shared_patches {

extern Call call;
extern const Value* observed;
extern const Patch patch;

}  // namespace loom::example::sections_shared_patches
