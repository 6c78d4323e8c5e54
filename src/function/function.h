// SPDX-License-Identifier: Apache-2.0
// Function is the whole composition function without its transport: the bytes
// of a RunFunctionRequest go in, the bytes of a RunFunctionResponse come out.
// The server and the command line call nothing else.
//
//   Function function;
//   absl::StatusOr<Bytes> response = function.Run(request);
//
// Whatever an author or a user got wrong is a FATAL result inside an OK
// response. The errors are InvalidArgument, the bytes are no
// RunFunctionRequest, and Cancelled, the caller wanted no answer any more.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "base/limits.h"
#include "function/call.h"
#include "wire/writer.h"

namespace loom {

class PlanCache;
struct Plan;

struct FunctionOptions {
  // A larger response becomes a FATAL result that names both sizes.
  size_t max_response_bytes = limits::kResponse;
  // What all cached plans together may hold.
  size_t plan_cache_bytes = limits::kPlans;
  // What one call may hold at most, and do.
  size_t max_call_bytes = limits::kMostMemory;
  uint64_t max_call_steps = limits::kSteps;
  // Told of each input that was read and will be kept; from any thread. Whoever
  // logs says here, once, what is wrong with an input that works nevertheless.
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
  // *odd: protobuf has to rewrite the request (normalize.h) and it be run anew.
  absl::StatusOr<Bytes> RunOnce(absl::string_view request,
                                const CallOptions& options, CallFacts* facts,
                                bool* odd) const;

  FunctionOptions options_;
  std::unique_ptr<PlanCache> plans_;
};

}  // namespace loom
