// SPDX-License-Identifier: Apache-2.0
// Text where Go's typed decoder wants a string: `step: 1` is "1", `on` is
// "true".
#pragma once

#include <string>

#include "value/value.h"

namespace loom {

// "" for nullptr and for what is no scalar.
std::string ScalarText(const Value* value);

}  // namespace loom
