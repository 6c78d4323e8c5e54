// SPDX-License-Identifier: Apache-2.0
// Server answers RunFunction over gRPC, v1 and v1beta1, and says how it is: to
// gRPC's health service, and over HTTP (`/livez`, `/readyz`, `/metrics`).
//
//   LOOM_ASSIGN_OR_RETURN(auto server,
//                       Server::Start(options, function, &metrics));
//   server->address();                    // "127.0.0.1:41233"
//   server->StopServing();                // health says no; calls are answered
//   server->Shutdown(std::chrono::seconds(20));
//
// T threads take calls from one completion queue and answer them, so T is also
// the number of calls worked on at once, but for slow ones (lanes.h). One queue
// for all: Crossplane opens one connection to a function, and gRPC binds a
// connection to a queue.
//
// Unless it is told to be insecure, it speaks only to clients whose certificate
// credentials.h lets in. Reflection, by which grpcurl learns the contract, and
// health stand behind that too; HTTP does not, as kubelet has no certificate.
#pragma once

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "function/function.h"
#include "process/http_page.h"
#include "server/acceptor.h"
#include "server/credentials.h"
#include "server/options.h"
#include "server/service.h"

namespace loom {

class Server {
 public:
  // Listens and serves. The function and the metrics outlive the server. An
  // error says what of the address or the certificates cannot be used; that
  // there is no page of metrics is only a warning in the log.
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      const ServerOptions& options, const Function& function, Metrics* metrics);

  // Shuts down at once if nobody has.
  ~Server();

  // Where it listens, with the port that was picked for `:0`.
  const std::string& address() const { return address_; }
  // Where the page of metrics is; "": nowhere.
  std::string metrics_address() const;
  int threads() const { return lanes_->takers(); }

  // From now on health says NOT_SERVING, and peers look for another replica.
  // Calls are taken and answered as before.
  void StopServing();

  // Takes no more connections, tells peers that it ends, waits until what they
  // have sent is answered, and cancels what is left after `patience`.
  void Shutdown(std::chrono::milliseconds patience);

 private:
  Server(const Function& function, Metrics* metrics);

  using Clock = std::chrono::system_clock;

  absl::Status Listen(const ServerOptions& options);
  void Serve(int threads);
  void StartPage(const std::string& address);
  HttpAnswer Page(absl::string_view path);
  void CloseConnections(Clock::time_point until);

  Metrics* const metrics_;
  RunFunctionService v1_;
  RunFunctionService v1beta1_;
  std::latch retired_;
  std::atomic<bool> serving_{true};
  std::unique_ptr<ServerTls> tls_;
  std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Acceptor> acceptor_;
  std::unique_ptr<HttpPage> page_;
  std::unique_ptr<Lanes> lanes_;
  std::string address_;
};

}  // namespace loom
