// SPDX-License-Identifier: Apache-2.0
#include "steps/input_problems.h"

#include "input/problems.h"
#include "plan/inputs.h"
#include "plan/plan.h"

namespace loom {

std::string ProblemsOfInput(const Value& input) {
  Plan plan;
  plan.input = Copy(input, &plan.pool);
  Problems problems;
  ReadInput(&plan, &problems);
  return problems.empty() ? "" : problems.Joined();
}

}  // namespace loom
