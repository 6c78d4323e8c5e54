// SPDX-License-Identifier: Apache-2.0
// RunFunctionService is the method RunFunction of one version of the contract.
// gRPC passes it the bytes of requests and takes the bytes of responses: the
// method is registered as raw, so that gRPC does not parse messages. v1 and
// v1beta1 have the same wire format, so this class serves both.
//
//   RunFunctionService v1("v1", function, &metrics, &metrics.methods[0]);
//   builder.RegisterService(&v1);
//   // Once the server has started:
//   v1.Accept(64, queue, retired);
//   // In each thread:
//   while (RunFunctionService::TakeOne(queue, &lanes)) {
//   }
//
// A call runs in the thread that takes it from the queue. A slow call goes on
// there while another thread takes calls in its place (lanes.h); if too many
// calls are slow, it fails with RESOURCE_EXHAUSTED. Bytes that are not a
// request are answered with INVALID_ARGUMENT, and the connection stays open. A
// call whose deadline has passed or whose client is gone is not begun, and ends
// early if it was. Each call writes a line to the log (call_log.h).
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/service_type.h>

#include <latch>
#include <string>

#include "function/function.h"
#include "process/metrics.h"
#include "server/lanes.h"

namespace loom {

class RunFunctionService : public grpc::Service {
 public:
  // `version` is the last part of the contract's package: v1 or v1beta1. The
  // function, the metrics and the method must outlive the service.
  RunFunctionService(const std::string& version, const Function& function,
                     Metrics* metrics, MethodMetrics* method);

  // Requests `count` calls from gRPC. After each answer the next call is
  // requested, so `count` calls can be in progress. When the server shuts down,
  // `retired` is counted down `count` times; until then TakeOne must be called.
  void Accept(int count, grpc::ServerCompletionQueue& queue,
              std::latch& retired);

  // Waits for the next event of the queue and handles it. False if the queue is
  // shut down and empty. The queue must be used by this class only. `lanes` is
  // told of slow calls; null if all threads may be busy with slow calls.
  static bool TakeOne(grpc::ServerCompletionQueue& queue, Lanes* lanes);

 private:
  class Call;

  const std::string version_;
  const std::string path_;
  const Function& function_;
  Metrics* const metrics_;
  MethodMetrics* const method_;
};

}  // namespace loom
