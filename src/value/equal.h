// SPDX-License-Identifier: Apache-2.0
// Deep equality of values: objects by content whatever the order of their
// members, lists by order, numbers by what they are worth, so that 1 and 1.0
// are equal wherever they came from. (Go tells int64 1 from float64 1; P&T's
// de-duplication therefore misses numbers. That ours does not is a fix.)
#pragma once

#include "value/value.h"

namespace loom {

bool Equal(const Value& a, const Value& b);

// null, false, 0, "", [] and {}: what P&T's merging calls empty.
bool IsEmpty(const Value& value);

// Whether list elements are among others in constant time each: collects the
// elements' hashes, which agree wherever Equal does.
size_t HashOf(const Value& value);

}  // namespace loom
