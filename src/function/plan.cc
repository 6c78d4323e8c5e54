// SPDX-License-Identifier: Apache-2.0
#include "function/plan.h"

#include "base/status_macros.h"
#include "function/inputs.h"
#include "value/struct_codec.h"

namespace loom {

absl::StatusOr<std::shared_ptr<const Plan>> Plan::Parse(absl::string_view input,
                                                        bool* odd) {
  auto plan = std::make_shared<Plan>();
  plan->bytes = std::string(input);
  Decoder decoder(&plan->pool);
  FN_ASSIGN_OR_RETURN(plan->input, decoder.Struct(plan->bytes));
  *odd |= decoder.odd();
  Problems problems;
  ReadInput(plan.get(), &problems);
  plan->problems = problems.Joined();
  plan->notes = problems.notes();
  return plan;
}

size_t Plan::Size() const {
  // Paths, patches and expressions take a few times what they are written in.
  constexpr size_t kPerByte = 5;
  return bytes.size() * (1 + kPerByte) + pool.Size();
}

}  // namespace loom
