// SPDX-License-Identifier: Apache-2.0
// RunFunctionService is the method RunFunction of one version of the contract,
// from bytes to bytes: it is registered raw, so that gRPC neither parses nor
// serializes a message. v1 and v1beta1 have the same wire format, so both are
// this class.
//
//   RunFunctionService v1("v1", function, &metrics, &metrics.methods[0]);
//   builder.RegisterService(&v1);
//   …
//   v1.Accept(64, queue, retired);        // 64 calls may arrive at any time
//   while (RunFunctionService::TakeOne(queue, &lanes)) {}   // in each thread
//
// A call is worked on in the thread that takes it from the queue; one that
// takes long goes on there while others step in, and if too many do, it fails
// with RESOURCE_EXHAUSTED. Bytes that are no request are answered with
// INVALID_ARGUMENT, and the connection lives on. Once its deadline is over or
// its peer has gone, a call is not begun, and one that is being worked on ends
// early. Each call is a line in the log.
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
  // `version` is the last part of the contract's package. What is pointed at
  // outlives the service.
  RunFunctionService(const std::string& version, const Function& function,
                     Metrics* metrics, MethodMetrics* method);

  // Asks gRPC for `count` calls. Each is asked for again as soon as it is
  // answered, until the server shuts down; then `retired` is counted down once
  // for each of them. Until it is at zero the queue must be served.
  void Accept(int count, grpc::ServerCompletionQueue& queue,
              std::latch& retired);

  // Works on what comes out of the queue next; false: it is shut down and
  // empty. Nothing but calls of this class may be in it. `lanes`, if there are
  // any, is told of a call that takes long.
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
