// SPDX-License-Identifier: Apache-2.0
// HealthService implements gRPC's health service, grpc.health.v1.Health, which reports
// whether the server takes calls.
//
// Check answers once. Watch answers at once and again whenever the answer changes. The
// only known service is "", the server as a whole. For any other service, Check answers
// NOT_FOUND and Watch answers SERVICE_UNKNOWN. A request that is not a
// HealthCheckRequest is answered with INVALID_ARGUMENT. The rules are gRPC's
// (https://github.com/grpc/grpc/blob/master/doc/health-checking.md).
//
// The health service that gRPC provides has its own threads, which also read from all
// connections and pass each call that they read to one of our threads. This adds a
// fifth to the time of a small call, so this service uses the queue of the calls
// instead.
#pragma once

#include <grpcpp/grpcpp.h>
#include <grpcpp/impl/service_type.h>

#include <set>

#include "base/mutex.h"
#include "server/grpc/calls_in_progress.h"

namespace loom {

class HealthService : public grpc::Service {
 public:
  // The subject of a request: the server, or an unknown service.
  enum class Subject { kServer, kUnknown };

  HealthService();

  // Requests calls of both methods from gRPC. The queue and `calls` must outlive them.
  void Accept(grpc::ServerCompletionQueue& queue, CallsInProgress& calls);

  // Makes the service answer NOT_SERVING from now on. Thread-safe, as is EndWatches.
  void StopServing();
  // Ends all present and future calls of Watch with UNAVAILABLE. The server waits for
  // its calls when it ends, and calls of Watch do not end by themselves.
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
