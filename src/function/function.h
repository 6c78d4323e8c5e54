// SPDX-License-Identifier: Apache-2.0
// Function is the whole composition function without its transport: the bytes
// of a RunFunctionRequest go in, the bytes of a RunFunctionResponse come out.
// The server and the command line call nothing else.
//
//   Function function;
//   absl::StatusOr<Bytes> response = function.Run(request);
//
// A mistake of an author or a user is a FATAL result inside an OK response, and
// so is a call that needs too much. Run itself has three errors.
// InvalidArgument: the bytes are not a RunFunctionRequest. Cancelled: nobody
// waits for the response any more. ResourceExhausted: all calls at this time
// need too much memory together.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "base/limits.h"
#include "crossplane/kinds/access_policy.h"
#include "data/wire/writer.h"
#include "function/run.h"

namespace loom {

class PlanCache;
class ByteBudget;
struct Plan;

struct FunctionOptions {
  // A larger response is replaced by a FATAL result that names both sizes.
  size_t max_response_bytes = limits::kResponse;
  // The memory of all cached plans together.
  size_t plan_cache_bytes = limits::kPlans;
  // The memory and the steps (data/value/account.h) of one call. The memory is
  // also bounded in proportion to the size of the request.
  size_t max_call_bytes = limits::kMostMemory;
  uint64_t max_call_steps = limits::kSteps;
  // What references may read; an input can only narrow it.
  AccessPolicy access = {};
  // How long Crossplane may use an answer of function-auto-ready's input, unless
  // that says it.
  absl::Duration auto_ready_ttl = absl::Seconds(60);
  // A call without an input is one of function-auto-ready; false: it is refused.
  bool takes_no_input = true;
  // Whether function-auto-ready's rules for kinds count (sections/drop_in/auto_ready/auto_ready.h).
  bool health_rules = false;
  // The memory of all calls at a time.
  size_t max_calls_bytes = limits::kMemoryOfAllCalls;
  // Called, on any thread, with each new plan before it is cached. The server
  // uses it to log once what is wrong with an input that works nevertheless.
  std::function<void(const Plan&)> on_new_plan = nullptr;
};

class Function {
 public:
  explicit Function(FunctionOptions options = {});
  ~Function();

  // Safe to call from many threads. `request` must stay unchanged until the
  // call returns.
  absl::StatusOr<Bytes> Run(absl::string_view request,
                            const CallOptions& options = {},
                            CallFacts* facts = nullptr) const;

 private:
  FunctionOptions options_;
  // Of all calls, and of the plans that they use, so it has to outlive these.
  std::unique_ptr<ByteBudget> memory_;
  std::unique_ptr<PlanCache> plans_;
};

}  // namespace loom
