// SPDX-License-Identifier: Apache-2.0
// Random entries of the sections `dependencies`, `readiness`, `connectionDetails` and
// `objectConnectionDetails` of the native input, most of them without mistakes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "test/suites/fuzz/random_values.h"

namespace loom::testing {

void AddSections(RandomValues* values,
                 std::vector<std::pair<std::string, PbValue>>* members);

}  // namespace loom::testing
