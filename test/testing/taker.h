// SPDX-License-Identifier: Apache-2.0
// Taker stands in for gRPC behind an Acceptor: it holds the connections that it
// is handed, and does nothing with them.
//
//   std::vector<Descriptor> taken;
//   Acceptor acceptor(listener, most, std::make_unique<Taker>(&taken), metrics);
//
// The thread of the acceptor writes to `taken` until the acceptor ends.
#pragma once

#include <vector>

#include "server/grpc_1_51/acceptor.h"

namespace loom {

class Taker : public Acceptor::Grpc {
 public:
  explicit Taker(std::vector<Descriptor>* taken) : taken_(taken) {}
  void HandleNewConnection(NewConnectionParameters* connection) override {
    taken_->emplace_back(connection->fd);
  }

 private:
  std::vector<Descriptor>* taken_;
};

}  // namespace loom
