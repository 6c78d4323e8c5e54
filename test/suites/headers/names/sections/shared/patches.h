// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sections/shared/patches/destination.h"
#include "test/suites/headers/names.h"

namespace loom::example::sections_shared_patches {

extern const Path path;
extern const PatchPolicy policy;
extern const Rules& rules;

}  // namespace loom::example::sections_shared_patches
