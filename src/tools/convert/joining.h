// SPDX-License-Identifier: Apache-2.0
// WhyApart tells why a step cannot become one native step with those before it:
// the sections of a native step run in a fixed order, each once, and the result
// has to stay the same.
//
//   WhyApart({&patch}, environment)
//     "the patches of the step before it would see its environment"
//
// The reasons are the rows of a table in joining.cc.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/value/value.h"

namespace loom {

// All steps are of kinds that become native. nullopt: they can become one.
std::optional<std::string> WhyApart(const std::vector<const Value*>& before,
                                    const Value& step);

}  // namespace loom
