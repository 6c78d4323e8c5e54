// SPDX-License-Identifier: Apache-2.0
// Server answers RunFunction over gRPC, v1 and v1beta1, and lets itself be
// reflected (which is how grpcurl learns the contract).
//
//   FN_ASSIGN_OR_RETURN(auto server, Server::Start(options, function));
//   server->address();                     // "127.0.0.1:41233"
//   server->Shutdown(std::chrono::seconds(20));
//
// T threads take calls from one completion queue and answer them, so T is also
// the number of calls worked on at once. One queue for all: Crossplane opens
// one connection to a function, and gRPC binds a connection to a queue.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <latch>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "function/function.h"
#include "server/options.h"
#include "server/service.h"

namespace loom {

class Server {
 public:
  // Listens and serves. The function outlives the server. InvalidArgument: it
  // cannot listen on the address, for instance as the port is in use.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options, const Function& function);

  // Shuts down at once if nobody has.
  ~Server();

  // Where it listens, with the port that was picked for `:0`.
  const std::string& address() const { return address_; }
  int threads() const { return int(threads_.size()); }

  // Takes no more calls, waits until those it has are answered, and cancels
  // what is left after `patience`. (What a peer sends before it learns that the
  // connection closes, in one round trip, gRPC 1.51 answers with CANCELLED.)
  void Shutdown(std::chrono::milliseconds patience);

 private:
  explicit Server(const Function& function);

  absl::Status Listen(const ServerOptions& options);
  void Serve(int threads);

  RunFunctionService v1_;
  RunFunctionService v1beta1_;
  std::latch retired_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::vector<std::thread> threads_;
  std::string address_;
};

}  // namespace loom
