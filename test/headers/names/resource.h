// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "resource/composed_resources.h"

namespace loom::example {

extern ComposedResources& resources;

}  // namespace loom::example
