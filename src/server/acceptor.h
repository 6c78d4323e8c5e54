// SPDX-License-Identifier: Apache-2.0
// Acceptor takes connections and hands them to gRPC, up to a number. gRPC
// 1.51's own listener never accepts again once file descriptors have run out,
// which anybody can bring about who reaches the port.
//
//   auto acceptor = std::make_unique<Acceptor>(std::move(listener), 1024, grpc,
//                                              &metrics);
//   …
//   acceptor->Stop();          // no more connections; those it took live on
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <optional>
#include <thread>

#include "process/listener.h"
#include "process/metrics.h"
#include "server/open_sockets.h"

namespace loom {

class Acceptor {
 public:
  using Grpc = grpc::experimental::ExternalConnectionAcceptor;

  // The server that `grpc` belongs to has started. `metrics` outlives this.
  Acceptor(Listener listener, size_t most, std::unique_ptr<Grpc> grpc,
           Metrics* metrics);
  ~Acceptor();

  // Before the server shuts down: what came later would hang. Closes the port.
  void Stop();

  // The number of connections that are open.
  size_t Count() { return open_.Count(); }

 private:
  void Run();
  void TakeAll();

  std::optional<Listener> listener_;
  WakeUp end_;
  OpenSockets open_;
  std::unique_ptr<Grpc> grpc_;
  Metrics* const metrics_;
  std::thread thread_;
};

// How many connections the process can have: what was asked for, but no more
// than its file descriptors allow. Raises their number as far as it may first.
size_t AffordableConnections(int asked);

}  // namespace loom
