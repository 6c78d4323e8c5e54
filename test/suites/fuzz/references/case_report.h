// SPDX-License-Identifier: Apache-2.0
// What a call with references tells of those that have no value, for
// reference_oracle.h.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "test/suites/fuzz/references/reference_case.h"

namespace loom::testing {

struct Reported {
  std::string status = {}, reason = {}, text = {};
  size_t order = 0;
};

// For a withheld resource: the resource that it waits for, and its place in `reported`.
using Waits = std::map<std::string, std::pair<std::string, size_t>>;

// Withheld resources that wait for each other are reported as one cycle.
std::vector<Reported> WithCycles(const std::vector<Reported>& reported,
                                 const Waits& waits);

// The condition that tells all of it.
CaseCondition ConditionOf(std::vector<Reported> reported);

}  // namespace loom::testing
