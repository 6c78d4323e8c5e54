// SPDX-License-Identifier: Apache-2.0
// RunFunctionService implements the method RunFunction for one version of the contract.
// It takes and returns the bytes of messages: the method is registered as raw, so gRPC
// does not parse messages. v1 and v1beta1 have the same wire format, so this class
// serves both.
//
// A call runs in the thread that takes it from the queue. If it takes longer than half
// a millisecond, or if its request is large, another thread takes calls meanwhile. A
// slow call, which has used 5 ms of CPU time, continues while a new thread takes calls
// instead of its own (worker_pool.h). The errors are
//
//   RESOURCE_EXHAUSTED   the request is larger than `max_request_bytes` (gRPC itself
//                        refuses four times that size, without a trace); the call
//                        became slow while too many others were slow; or its request
//                        or response is too large in addition to those of the other
//                        calls (calls_in_progress.h)
//   INVALID_ARGUMENT     the bytes are not a request; the connection stays open
//   INTERNAL             the function threw an exception (guarded.h)
//   DEADLINE_EXCEEDED,   the client no longer waits for the response. Such a call is
//   CANCELLED            not begun, or ends early if it has begun; the status appears
//                        only in metrics and the log
//
// Each call writes a line to the log (call_log.h), and some are recorded
// (call_recorder.h).
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/service_type.h>

#include <string>

#include "function/function.h"
#include "server/grpc/call_recorder.h"
#include "server/grpc/calls_in_progress.h"
#include "server/process/metrics.h"

namespace loom {

class RunFunctionService : public grpc::Service {
 public:
  // `version` is the last part of the contract's package: v1 or v1beta1. All pointers
  // and references must outlive the service.
  RunFunctionService(const std::string& version, size_t max_request_bytes,
                     const Function& function, Metrics* metrics,
                     MethodMetrics* method, CallRecorder* recorder = nullptr);

  // Requests `count` calls from gRPC. When a call arrives, the next one is requested
  // before the call is served, so any number of calls can be in progress. `calls.count`
  // counts the requested calls and the calls in progress. gRPC forbids requesting or
  // answering calls on a queue that is shut down. So shut down the server first, and
  // then take events (event.h) until `calls.count` is 0.
  void Accept(int count, grpc::ServerCompletionQueue& queue,
              CallsInProgress& calls);

 private:
  class Call;

  const std::string version_;
  const std::string path_;
  const size_t max_request_bytes_;
  const Function& function_;
  Metrics* const metrics_;
  MethodMetrics* const method_;
  CallRecorder* const recorder_;
};

}  // namespace loom
