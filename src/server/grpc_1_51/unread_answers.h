// SPDX-License-Identifier: Apache-2.0
// UnreadAnswers lists the answers that were passed to gRPC and are not sent yet.
// SlowReaders ends the connections of clients that do not read their answers.
//
// HTTP/2 lets a client pause the data sent to it for as long as it likes, and gRPC 1.51
// has no time limit for that: keepalive only detects clients that no longer answer
// pings. gRPC does not report the connection of a call (SlowReaders finds the socket by
// its address, ServerContext::peer()), and it cannot end a connection. No later version
// with such a limit is known. When Debian's gRPC is newer than 1.51, try without this
// file: test/suites/faults/run unread_answers fails as long as it is needed.
//
// If a client does not read an answer within 10 s, its connection ends. While the calls
// in progress hold more than half of the bytes that they may hold together, a
// connection also ends if it has an unread answer older than 1 s and reads less than 64
// KiB in a second.
#pragma once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <set>
#include <string>

#include "base/byte_budget.h"
#include "base/mutex.h"
#include "server/grpc_1_51/acceptor.h"
#include "server/process/metrics.h"

namespace loom {

// The oldest answer comes first. Thread-safe.
class UnreadAnswers {
 public:
  using Clock = std::chrono::steady_clock;

  struct Answer {
    grpc::ServerContext* context;
    Clock::time_point since;
  };
  using Place = std::list<Answer>::iterator;

  // Adds an answer. The context must live until its answer is removed.
  Place Add(grpc::ServerContext& context);
  void Remove(Place place);

  // Calls `visit` for each answer that is older than `age`. `visit` must not use this
  // list.
  void ForEachOlder(Clock::duration age,
                    const std::function<void(grpc::ServerContext&)>& visit);

 private:
  Mutex mutex_;
  std::list<Answer> answers_ ABSL_GUARDED_BY(mutex_);
};

// Not thread-safe.
class SlowReaders {
 public:
  // `held` counts the bytes that the calls in progress hold. All must outlive this
  // object.
  SlowReaders(UnreadAnswers& unread, const ByteBudget& held, Acceptor& acceptor,
              Metrics* metrics)
      : unread_(unread), held_(held), acceptor_(acceptor), metrics_(metrics) {}

  void Look();

 private:
  using Clock = std::chrono::steady_clock;

  // How much a client had read, and when.
  struct Progress {
    uint64_t acknowledged;
    Clock::time_point at;
  };

  void EndWhoDoesNotRead();
  void EndWhoIsTooSlow();
  void End(const std::string& peer, int fd);
  // Visits the connections of these clients, however many, in one pass over all
  // connections.
  void ForEachOf(
      const std::set<std::string>& peers,
      const std::function<void(const std::string& peer, int fd)>& visit);

  UnreadAnswers& unread_;
  const ByteBudget& held_;
  Acceptor& acceptor_;
  Metrics* const metrics_;
  // The progress of the clients that have answers to read, by address.
  std::map<std::string, Progress> progress_;
};

}  // namespace loom
