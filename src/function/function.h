// SPDX-License-Identifier: Apache-2.0
// Function is the whole composition function without its transport: it takes the bytes
// of a RunFunctionRequest and returns the bytes of a RunFunctionResponse. The server
// and the command line run calls only through Function.
//
// An error in an input or a composite is a FATAL result in an OK response, and so is a
// call that exceeds its limits. Run itself returns three errors:
//
//   InvalidArgument     the bytes are not a RunFunctionRequest
//   Cancelled           no client waits for the response any more
//   ResourceExhausted   all calls at this time together need too much memory
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
  // A larger response is replaced by a FATAL result that gives its size and this limit.
  size_t max_response_bytes = limits::kResponse;
  size_t plan_cache_bytes = limits::kPlans;
  // The memory and the steps (data/value/account.h) that one call may use. The memory
  // is also limited in proportion to the size of the request.
  size_t max_call_bytes = limits::kMostMemory;
  uint64_t max_call_steps = limits::kSteps;
  // The objects that references may read. An input can only narrow this policy.
  AccessPolicy access = {};
  // Whether `access` also applies to the requirements of drop-in inputs.
  bool limit_drop_ins = false;
  // How long Crossplane may use a response to a drop-in input, unless the input sets
  // this itself.
  absl::Duration drop_in_ttl = absl::Seconds(60);
  // Whether a call without an input runs as function-auto-ready or is refused.
  bool takes_no_input = true;
  // Whether function-auto-ready's rules for kinds apply
  // (sections/drop_in/auto_ready/auto_ready.h).
  bool health_rules = false;
  // The memory of all calls that run at the same time, in bytes.
  size_t max_calls_bytes = limits::kMemoryOfAllCalls;
  // Called, on any thread, with each new plan before it is cached. The server uses it
  // to log once the mistakes that an input contains although it works.
  std::function<void(const Plan&)> on_new_plan = nullptr;
};

class Function {
 public:
  explicit Function(FunctionOptions options = {});
  ~Function();

  // Safe to call from many threads. `request` must stay unchanged until Run returns.
  absl::StatusOr<Bytes> Run(absl::string_view request,
                            const CallOptions& options = {},
                            CallFacts* facts = nullptr) const;

  // Returns whether the calls in progress and the plans that only they use hold more
  // than half of the memory that all calls may hold. Safe to call from many threads.
  bool MemoryIsShort() const;

 private:
  FunctionOptions options_;
  // The memory of all calls and of the plans that they use, so it must outlive both.
  std::unique_ptr<ByteBudget> memory_;
  std::unique_ptr<PlanCache> plans_;
};

}  // namespace loom
