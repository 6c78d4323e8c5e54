// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "patch/destination.h"
#include "test/headers/names.h"

namespace loom::example {

extern const Path path;
extern const PatchPolicy policy;
extern const Rules& rules;

}  // namespace loom::example
