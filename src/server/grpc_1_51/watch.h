// SPDX-License-Identifier: Apache-2.0
// Watch ends connections that take too many resources from others. Its thread checks
// ten times a second, and more often while memory is short. memory_relief.h and
// unread_answers.h define which connections these are. Both work around gRPC 1.51.
// Delete this class when both are deleted.
#pragma once

#include <thread>

#include "server/grpc/calls_in_progress.h"
#include "server/grpc_1_51/acceptor.h"
#include "server/grpc_1_51/memory_relief.h"
#include "server/grpc_1_51/unread_answers.h"
#include "server/process/listener.h"
#include "server/process/metrics.h"

namespace loom {

class Watch {
 public:
  // All must outlive the watch.
  Watch(CallsInProgress& calls, Acceptor& acceptor, Metrics* metrics);
  ~Watch();

 private:
  void Run();

  MemoryRelief memory_;
  SlowReaders readers_;
  const WakeUp end_;
  std::thread thread_;
};

}  // namespace loom
