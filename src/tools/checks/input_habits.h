// SPDX-License-Identifier: Apache-2.0
// HabitHelp knows forms that are right elsewhere, in Kubernetes or in another section,
// and returns how to write the same here.
//
//   matchLabels: {tier: gold}      write a list: - {key: tier, type: Value, value: gold}
//   condition: {status: true}      write "True"
//   environmentConfigs: []         move it into spec
//   forEach: composite.spec.zones  write forEach: {items: composite.spec.zones}
//   dependsOn: [network]           write {resource: network}
#pragma once

#include <string>

#include "language/input/input.h"
#include "tools/workspace/corpus.h"

namespace loom {

// Returns "" if the problem comes from none of these.
std::string HabitHelp(const LintInput& input, const Problem& problem);

}  // namespace loom
