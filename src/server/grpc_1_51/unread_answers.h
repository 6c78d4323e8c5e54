// SPDX-License-Identifier: Apache-2.0
// UnreadAnswers is the list of answers that gRPC was given and has not sent yet, and
// SlowReaders ends the connections of clients that do not read theirs.
//
// HTTP/2 lets a client stop what is sent to it for as long as it likes, and gRPC 1.51
// has no time limit for that: keepalive only finds clients that no longer answer pings.
// It neither says which connection a call belongs to (ServerContext::peer() is the
// address, by which SlowReaders finds the socket) nor ends a connection. No later
// version with such a limit is known. When Debian's gRPC is newer than 1.51, try
// without: test/suites/faults/run unread_answers fails as long as this is needed.
//
//   UnreadAnswers unread;
//   UnreadAnswers::Place place = unread.Add(context);   // the answer is sent
//   unread.ForEachOlder(std::chrono::seconds(10), [](grpc::ServerContext& late) {
//     late.TryCancel();
//   });
//   unread.Remove(place);                               // its client has read it
//
//   SlowReaders readers(unread, held, acceptor, &metrics);
//   readers.Look();                                     // ten times a second
//
// An answer that its client does not read within 10 s ends the connection of the
// client. While the calls in progress hold more than half of the bytes that they may
// hold together, such answers keep other calls out. Then a connection also ends if it
// has an answer to read that is older than 1 s, and reads less than 64 KiB in a second.
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

// The oldest answer comes first. Safe to use from many threads.
class UnreadAnswers {
 public:
  using Clock = std::chrono::steady_clock;

  struct Answer {
    grpc::ServerContext* context;
    Clock::time_point since;
  };
  using Place = std::list<Answer>::iterator;

  // The context must live until its answer is removed.
  Place Add(grpc::ServerContext& context);
  void Remove(Place place);

  // Calls `visit` for each answer that is older than `age`. `visit` must not use
  // this list.
  void ForEachOlder(Clock::duration age,
                    const std::function<void(grpc::ServerContext&)>& visit);

 private:
  Mutex mutex_;
  std::list<Answer> answers_ ABSL_GUARDED_BY(mutex_);
};

// Not safe to use from many threads.
class SlowReaders {
 public:
  // `held` is what the calls in progress hold. All must outlive this object.
  SlowReaders(UnreadAnswers& unread, const ByteBudget& held, Acceptor& acceptor,
              Metrics* metrics)
      : unread_(unread), held_(held), acceptor_(acceptor), metrics_(metrics) {}

  // Looks at the answers, and ends connections.
  void Look();

 private:
  using Clock = std::chrono::steady_clock;

  // How far a client was with reading, and when.
  struct Progress {
    uint64_t acknowledged;
    Clock::time_point at;
  };

  void EndWhoDoesNotRead();
  void EndWhoIsTooSlow();
  void End(const std::string& peer, int fd);
  // Visits the connections of these clients, whatever their number, in one pass over
  // all connections.
  void ForEachOf(
      const std::set<std::string>& peers,
      const std::function<void(const std::string& peer, int fd)>& visit);

  UnreadAnswers& unread_;
  const ByteBudget& held_;
  Acceptor& acceptor_;
  Metrics* const metrics_;
  // Of the clients that have answers to read, by their address.
  std::map<std::string, Progress> progress_;
};

}  // namespace loom
