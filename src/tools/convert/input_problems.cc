// SPDX-License-Identifier: Apache-2.0
#include "tools/convert/input_problems.h"

#include "function/plan/inputs.h"
#include "function/plan/plan.h"
#include "language/input/problems.h"

namespace loom {

std::string ProblemsOfInput(const Value& input) {
  Plan plan;
  plan.input = Copy(input, &plan.pool);
  Problems problems;
  ReadInput(&plan, &problems);
  return problems.empty() ? "" : problems.Joined();
}

}  // namespace loom
