// SPDX-License-Identifier: Apache-2.0
// Server answers RunFunction over gRPC, in the versions v1 and v1beta1. It
// reports its health through gRPC's health service and over HTTP (/livez,
// /readyz), and its metrics over HTTP (/metrics).
//
//   LOOM_ASSIGN_OR_RETURN(auto server,
//                         Server::Start(options, function, &metrics));
//   server->StopServing();                        // health is NOT_SERVING
//   server->Shutdown(std::chrono::seconds(20));
//
// T threads take calls from one gRPC completion queue and answer them, so at most T
// calls are served at once, in addition to slow calls (worker_pool.h). No other thread
// reads from connections, so no call is passed from one thread to another. The page
// /readyz answers 200 only while these threads take events from the queue. There is one
// queue, because gRPC binds a connection to a queue and Crossplane opens one connection
// to a function.
//
// Without --insecure, clients need a certificate (credentials.h), also for health and
// for reflection, from which grpcurl gets the contract. HTTP needs no certificate,
// because kubelet has none.
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "function/function.h"
#include "server/grpc/calls_in_progress.h"
#include "server/grpc/credentials.h"
#include "server/grpc/event.h"
#include "server/grpc/health_service.h"
#include "server/grpc/options.h"
#include "server/grpc/service.h"
#include "server/grpc/worker_pool.h"
#include "server/grpc_1_51/acceptor.h"
#include "server/grpc_1_51/watch.h"
#include "server/process/http_page.h"

namespace loom {

class Server {
 public:
  // Listens and serves. The function and the metrics must outlive the server.
  // InvalidArgument, FailedPrecondition: an address (server/process/listener.h) or the
  // certificates (credentials.h) are unusable.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options, const Function& function, Metrics* metrics);

  // Shuts down without patience, unless Shutdown was called.
  ~Server();

  // HOST:PORT. If the port was 0, this is the one that the system chose.
  const std::string& address() const { return address_; }
  // HOST:PORT of the HTTP page; "" if there is none.
  std::string metrics_address() const;
  int threads() const { return workers_->workers(); }

  // Makes health NOT_SERVING from now on, so that clients switch to other replicas.
  // Calls are accepted and answered as before.
  void StopServing();

  // Stops accepting connections, notifies clients that the server is ending
  // (server/grpc_1_51/go_away.h), waits until the calls that they have sent are
  // answered, and cancels the calls that are not answered after `patience`.
  void Shutdown(std::chrono::milliseconds patience);

 private:
  Server(const ServerOptions& options, const Function& function,
         Metrics* metrics, std::unique_ptr<CallRecorder> recorder);

  using Clock = std::chrono::system_clock;

  absl::Status Listen(const ServerOptions& options);
  void Serve(int threads);
  absl::Status StartPage(const std::string& address);
  HttpAnswer Page(absl::string_view path);
  HttpAnswer Readiness();
  void CloseConnections(Clock::time_point until);

  Metrics* const metrics_;
  const std::unique_ptr<CallRecorder> recorder_;
  RunFunctionService v1_;
  RunFunctionService v1beta1_;
  HealthService health_;
  CallsInProgress calls_;
  std::atomic<bool> serving_{true};
  std::unique_ptr<ServerTls> tls_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<EventQueue> events_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<Watch> watch_;
  std::unique_ptr<QueueProbe> probe_;
  std::unique_ptr<HttpPage> page_;
  std::unique_ptr<WorkerPool> workers_;
  std::string address_;
};

// Sets every option of gRPC's transport that differs from its default; the source gives
// the reason for each. Server calls this itself.
void ConfigureTransport(const ServerOptions& options,
                        grpc::ServerBuilder& builder);

}  // namespace loom
