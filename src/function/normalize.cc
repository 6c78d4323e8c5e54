// SPDX-License-Identifier: Apache-2.0
#include "function/normalize.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "apiextensions/fn/proto/v1/run_function.pb.h"
#include "base/limits.h"
#include "function/protobuf.h"

namespace loom {

absl::StatusOr<std::string> Normalize(absl::string_view request,
                                      ByteBudget* memory) {
  if (request.size() > limits::kOddRequest) {
    return absl::InvalidArgumentError(
        absl::StrCat("a RunFunctionRequest of more than ", limits::kOddRequest,
                     " bytes must not have a field, or a key of a map, twice"));
  }
  HeldBytes held;
  if (!held.Take(memory, request.size() * limits::kOddRequestPerByte)) {
    return BudgetIsFull();
  }
  apiextensions::fn::proto::v1::RunFunctionRequest message;
  if (!Parse(request, &message)) {
    return absl::InvalidArgumentError("not a RunFunctionRequest");
  }
  return Serialize(message);
}

}  // namespace loom
