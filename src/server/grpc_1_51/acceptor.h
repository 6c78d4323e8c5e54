// SPDX-License-Identifier: Apache-2.0
// Acceptor accepts connections in its own thread and passes them to gRPC, as long as
// fewer than a given number are open. It closes further connections at once.
//
// It replaces the listener of gRPC 1.51, which has no limit and never accepts again
// once the process has run out of file descriptors. Any client that can reach the port
// could cause that. Later versions retry after a while, and since 2024
// (grpc/grpc#36088) the argument GRPC_ARG_MAX_ALLOWED_INCOMING_CONNECTIONS limits the
// connections. With such a version, let gRPC listen (AddListeningPort) and set the
// argument; test/suites/faults/run accept_ connections_are_capped shows whether that is
// enough. memory_relief.h and unread_answers.h find connections through this class, so
// delete them first.
#pragma once

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "server/grpc_1_51/sockets.h"
#include "server/process/listener.h"
#include "server/process/metrics.h"

namespace loom {

class Acceptor {
 public:
  using Grpc = grpc::experimental::ExternalConnectionAcceptor;

  // `most` is the maximum number of open connections. The server of `grpc` must have
  // started, and `metrics` must outlive the acceptor.
  Acceptor(Listener listener, size_t most, std::unique_ptr<Grpc> grpc,
           Metrics* metrics);
  ~Acceptor();

  // Closes the port and ends the thread. Call this before the server shuts down: gRPC
  // would never answer a connection that it gets afterwards.
  void Stop();

  // Returns the number of open connections. Thread-safe.
  size_t Count() { return open_.Count(); }

  // Calls `visit` for each open connection, with a descriptor that is valid during the
  // call and the number of connections accepted before it. gRPC closes a connection
  // that `visit` aborts (sockets.h). Thread-safe.
  void ForEach(const std::function<void(int fd, uint64_t before)>& visit) {
    open_.ForEach(visit);
  }

 private:
  void Run();
  void TakeSome();
  void Take(int fd);

  std::optional<Listener> listener_;
  WakeUp end_;
  OpenSockets open_;
  std::unique_ptr<Grpc> grpc_;
  Metrics* const metrics_;
  std::thread thread_;
};

// Raises the file descriptor limit of the process to its maximum and returns the number
// of connections that it allows, at most `asked`; other files also need descriptors.
size_t AffordableConnections(int asked);

}  // namespace loom
