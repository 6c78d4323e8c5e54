// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "call/call.h"
#include "input/fields.h"

namespace loom::example {

extern Call call;
extern Context context;
extern const Value object;

}  // namespace loom::example
