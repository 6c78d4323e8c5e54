// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "resource/composed_resources.h"
#include "resource/outcome.h"

namespace loom::example {

extern ComposedResources& resources;
extern Outcome* outcome;

}  // namespace loom::example
