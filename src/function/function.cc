// SPDX-License-Identifier: Apache-2.0
#include "function/function.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "function/normalize.h"
#include "function/plan_cache.h"
#include "function/run.h"

namespace loom {
namespace {

constexpr absl::string_view kNoInput =
    "invalid Function input: this step has none; give it one with apiVersion "
    "loom.fn.crossplane.io/v1beta1 and kind Input, or that of the function it "
    "replaces (a step without input belongs to function-auto-ready, which is "
    "not one of them)";

// A response is about as large as the desired state and what the input adds.
size_t SizeHint(const Request& request) {
  constexpr size_t kMessages = 4096;
  return kMessages + request.desired.bytes.value_or("").size() +
         request.input.value_or("").size() +
         request.context.value_or("").size() +
         request.observed.bytes.value_or("").size() / 2;
}

// What Crossplane would refuse to receive becomes a FATAL result, which it can
// tell people about. Desired state counts for nothing beside one.
Bytes Limited(Bytes bytes, const Request& request, size_t limit) {
  if (bytes.size <= limit) return bytes;
  Response response;
  response.tag = request.tag;
  response.results.push_back(
      {Severity::kFatal,
       absl::StrCat("the response is ", bytes.size,
                    " bytes, and Crossplane receives at most ", limit,
                    "; split the composite, or pass fewer resources through "
                    "this step"),
       ""});
  constexpr size_t kSmall = 512;
  return Serialize(response, kSmall);
}

}  // namespace

Function::Function(FunctionOptions options)
    : options_(std::move(options)),
      plans_(std::make_unique<PlanCache>(options_.plan_cache_bytes,
                                         options_.on_new_plan)) {}

Function::~Function() = default;

absl::StatusOr<Bytes> Function::Run(absl::string_view bytes) const {
  bool odd = false;
  absl::StatusOr<Bytes> response = RunOnce(bytes, &odd);
  if (!odd) return response;
  FN_ASSIGN_OR_RETURN(std::string normal, Normalize(bytes));
  return RunOnce(normal, &odd);
}

absl::StatusOr<Bytes> Function::RunOnce(absl::string_view bytes,
                                        bool* odd) const {
  FN_ASSIGN_OR_RETURN(Request request, Request::Parse(bytes));
  *odd = request.odd;
  // Declared before the state, whose values refer to the plan's.
  std::shared_ptr<const Plan> plan;
  Pool pool;
  State state(request, &pool);
  if (request.input.has_value()) {
    FN_ASSIGN_OR_RETURN(plan, plans_->Get(*request.input, odd));
    absl::Status status = loom::Run(*plan, &state);
    *odd |= state.decoder.odd();
    FN_RETURN_IF_ERROR(status);
  } else {
    Fail(std::string(kNoInput), &state);
  }
  return Limited(Serialize(state.response, SizeHint(request)), request,
                 options_.max_response_bytes);
}

}  // namespace loom
