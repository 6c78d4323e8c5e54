// SPDX-License-Identifier: Apache-2.0
// HealthService is gRPC's health service, grpc.health.v1.Health: whether the server
// takes calls.
//
//   HealthService health;
//   builder.RegisterService(&health);
//   // Once the server has started:
//   health.Accept(queue, calls);
//   health.StopServing();                  // Check and Watch say NOT_SERVING
//   health.EndWatches();
//
// Check answers at once, and Watch answers at once and again when the answer changes. Both
// know the server as a whole, the service "". Of any other one Check says NOT_FOUND, and
// Watch says SERVICE_UNKNOWN. Bytes that are not a HealthCheckRequest are answered with
// INVALID_ARGUMENT. The rules are gRPC's
// (https://github.com/grpc/grpc/blob/master/doc/health-checking.md).
//
// gRPC has a health service of its own, whose threads take part in reading from all
// connections. They would hand over each call that they read to a thread of ours, which
// takes a fifth of the time of a small call. This one is served from the queue that calls
// come from.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/service_type.h>

#include <set>

#include "base/mutex.h"
#include "server/grpc/calls_in_progress.h"

namespace loom {

class HealthService : public grpc::Service {
 public:
  // What is asked about: the server, or a service that it does not know.
  enum class Subject { kServer, kUnknown };

  HealthService();

  // Requests calls of both methods from gRPC. The queue and `calls` must outlive them.
  void Accept(grpc::ServerCompletionQueue& queue, CallsInProgress& calls);

  // From now on the server says NOT_SERVING. Safe to call in any thread, as is the next.
  void StopServing();
  // Ends all calls of Watch, also those that come later, with UNAVAILABLE. The server
  // waits for calls when it ends, and these do not end by themselves.
  void EndWatches();

 private:
  class Check;
  class Watch;

  // The numbers are those of HealthCheckResponse.ServingStatus.
  enum class Health { kServing = 1, kNotServing = 2, kServiceUnknown = 3 };

  static grpc::ByteBuffer Response(Health health);
  Health HealthOf(Subject subject) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  bool serving_ ABSL_GUARDED_BY(mutex_) = true;
  bool ends_watches_ ABSL_GUARDED_BY(mutex_) = false;
  // The calls that get a response when the answer changes.
  std::set<Watch*> watches_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace loom
