// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "call/context.h"
#include "input/fields.h"

namespace loom::example {

extern Context context;

}  // namespace loom::example
