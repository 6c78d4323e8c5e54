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

struct Told {
  std::string status = {}, reason = {}, text = {};
  size_t order = 0;
};

// For a withheld resource: the resource that it waits for, and its place in `told`.
using Waits = std::map<std::string, std::pair<std::string, size_t>>;

// Withheld resources that wait for each other are told as one cycle.
std::vector<Told> WithCycles(const std::vector<Told>& told, const Waits& waits);

// The condition that tells all of it.
CaseCondition ConditionOf(std::vector<Told> told);

}  // namespace loom::testing
