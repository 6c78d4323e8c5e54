// SPDX-License-Identifier: Apache-2.0
// RunFunctionService is the method RunFunction of one version of the contract.
// gRPC passes it the bytes of requests and takes the bytes of responses: the
// method is registered as raw, so that gRPC does not parse messages. v1 and
// v1beta1 have the same wire format, so this class serves both.
//
//   RunFunctionService v1("v1", 16 << 20, function, &metrics, &metrics.methods[0]);
//   builder.RegisterService(&v1);
//   // Once the server has started:
//   v1.Accept(64, queue, calls);
//   // In each thread:
//   while (events.TakeOne(&pool)) {
//   }
//
// A call runs in the thread that takes it from the queue. If it is not over within half
// a millisecond, or if its request is large, another thread takes calls beside it. A
// slow call, which has used 5 ms of CPU time, goes on while one more thread takes calls
// in its place (worker_pool.h). The response is
//
//   RESOURCE_EXHAUSTED   the request is larger than `max_request_bytes`, which gRPC would
//                        refuse without a trace, as it does four times that size; the call became slow while too many others were, or its
//                        request or response is too much beside those of other calls
//                        (calls_in_progress.h)
//   INVALID_ARGUMENT     the bytes are not a request; the connection stays open
//   INTERNAL             the function threw an exception (guarded.h)
//   DEADLINE_EXCEEDED,   nobody waits for the response any more. Such a call is not
//   CANCELLED            begun, and ends early if it was; only metrics and log see
//                        the status
//
// Each call writes a line to the log (call_log.h), and some are recorded (call_recorder.h).
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
  // `version` is the last part of the contract's package: v1 or v1beta1. The
  // function, the metrics and the method must outlive the service.
  RunFunctionService(const std::string& version, size_t max_request_bytes,
                     const Function& function, Metrics* metrics,
                     MethodMetrics* method, CallRecorder* recorder = nullptr);

  // Requests `count` calls from gRPC. When one of them arrives, the next one is
  // requested before the call is served, so any number of calls can be in
  // progress. Each requested call and each call in progress counts in
  // `calls.count`. gRPC forbids both to request and to answer calls on a queue
  // that is shut down, so the server must be shut down first, and then the
  // threads must take events (event.h) until `calls.count` is 0.
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
