// SPDX-License-Identifier: Apache-2.0
// Puts expressions into the templates of a native input: conditions, loops, patches,
// connection details and transforms. Most have no mistakes; some are pending or fail when
// they are evaluated.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

void AddExpressions(RandomValues* values,
                    std::vector<std::pair<std::string, PbValue>>* members);

}  // namespace loom::testing
