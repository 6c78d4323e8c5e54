// SPDX-License-Identifier: Apache-2.0
// Watch ends connections that take too much from the others. A thread of its own
// looks ten times a second.
//
//   Watch watch(calls, acceptor, &metrics);
//
// When memory is short it ends connections as memory_relief.h says.
//
// An answer that its client does not read within 10 s ends the connection of the
// client. While the calls in progress hold more than half of what they may, such
// answers keep out other calls. Then a connection also ends if it has an answer
// to read that is older than 1 s, and reads less than 64 KiB in a second.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "server/connections/acceptor.h"
#include "server/connections/calls_in_progress.h"
#include "server/connections/memory_relief.h"
#include "server/process/listener.h"
#include "server/process/metrics.h"

namespace loom {

class Watch {
 public:
  // All must outlive the watch.
  Watch(CallsInProgress& calls, Acceptor& acceptor, Metrics* metrics);
  ~Watch();

 private:
  using Clock = std::chrono::steady_clock;

  // How far a connection was with reading, and when.
  struct Progress {
    uint64_t acknowledged;
    Clock::time_point at;
  };

  void Run();
  void Look();
  void EndWhoDoesNotRead();
  void EndWhoIsTooSlow();
  void End(const std::string& peer, int fd);
  // Visits the connections of these peers, whatever their number, in one pass
  // over all connections.
  void ForEachOf(
      const std::set<std::string>& peers,
      const std::function<void(const std::string& peer, int fd)>& visit);

  CallsInProgress& calls_;
  Acceptor& acceptor_;
  MemoryRelief relief_;
  Metrics* const metrics_;
  // Of the peers that have answers to read, by peer; used by the thread alone.
  std::map<std::string, Progress> progress_;
  const WakeUp end_;
  std::thread thread_;
};

}  // namespace loom
