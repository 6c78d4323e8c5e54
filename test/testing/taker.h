// SPDX-License-Identifier: Apache-2.0
// Taker stands in for gRPC behind an Acceptor: it puts the connections that it is
// handed into a Taken, and does nothing with them.
//
//   Taken taken;
//   Acceptor acceptor(listener, most, std::make_unique<Taker>(&taken), metrics);
//   taken.Await(2);
//
// An acceptor counts a connection before it hands it over, so wait with Await, and not
// with Acceptor::Count, for what happens in Taker.
#pragma once

#include <condition_variable>
#include <vector>

#include "base/mutex.h"
#include "server/grpc_1_51/acceptor.h"

namespace loom {

// Connections in the order in which they were handed over. Safe to use from many
// threads.
class Taken {
 public:
  void Add(int fd) {
    MutexLock lock(mutex_);
    connections_.emplace_back(fd);
    changed_.notify_all();
  }

  // Returns once there are `count` connections.
  void Await(size_t count) {
    MutexLock lock(mutex_);
    while (connections_.size() < count) lock.Wait(changed_);
  }

  size_t Count() {
    MutexLock lock(mutex_);
    return connections_.size();
  }

  int Get(size_t index) {
    MutexLock lock(mutex_);
    return connections_[index].get();
  }

 private:
  Mutex mutex_;
  std::condition_variable changed_;
  std::vector<Descriptor> connections_ ABSL_GUARDED_BY(mutex_);
};

class Taker : public Acceptor::Grpc {
 public:
  explicit Taker(Taken* taken) : taken_(taken) {}
  void HandleNewConnection(NewConnectionParameters* connection) override {
    taken_->Add(connection->fd);
  }

 private:
  Taken* taken_;
};

}  // namespace loom
