// SPDX-License-Identifier: Apache-2.0
// Acceptor accepts connections in a thread of its own and passes them to gRPC, as
// long as fewer than a given number are open. It closes further connections at once.
//
// It replaces the listener of gRPC 1.51, which has no limit, and which never accepts
// again once the process has run out of file descriptors: everybody who reaches the
// port could cause that. Later versions try again after a while, and since 2024
// (grpc/grpc#36088) the argument GRPC_ARG_MAX_ALLOWED_INCOMING_CONNECTIONS limits the
// connections. With such a version let gRPC listen (AddListeningPort) and set the
// argument: test/suites/faults/run accept_ connections_are_capped shows whether that
// is enough. memory_relief.h and unread_answers.h find connections through this class,
// so they have to go first.
//
//   Acceptor acceptor(std::move(listener), 1024, std::move(grpc), &metrics);
//   size_t open = acceptor.Count();
//   acceptor.Stop();   // connections that gRPC has stay open
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

  // `most` is the number of connections that may be open. The server that
  // `grpc` belongs to must have started, and `metrics` must outlive the
  // acceptor.
  Acceptor(Listener listener, size_t most, std::unique_ptr<Grpc> grpc,
           Metrics* metrics);
  ~Acceptor();

  // Closes the port and ends the thread. Must come before the shutdown of the
  // server: gRPC would never answer a connection that it gets afterwards.
  void Stop();

  // The number of open connections. Safe to use from many threads.
  size_t Count() { return open_.Count(); }

  // Calls `visit` with each open connection: a descriptor that is good for this
  // call, and how many connections were accepted before it. gRPC closes a
  // connection that `visit` aborts (sockets.h). Safe to use from many threads.
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

// Raises the process's limit of file descriptors to its maximum, and returns
// how many connections it allows: at most `asked`, and fewer than there are
// descriptors, because other files need some.
size_t AffordableConnections(int asked);

}  // namespace loom
