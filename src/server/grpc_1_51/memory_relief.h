// SPDX-License-Identifier: Apache-2.0
// MemoryRelief ends connections when the process is nearly out of memory.
//
// gRPC 1.51 limits the memory of messages (grpc::ResourceQuota), but not the memory of
// headers or of the calls that a client begins, and it does not report the memory of
// each connection. Later versions charge more to the quota; the first version whose
// quota is enough is not known. When Debian's gRPC is newer than 1.51, try without this
// class: test/suites/faults/run flood_of_headers flood_of_streams fails as long as it
// is needed.
//
// While memory is short, each call of Look ends the connection that has received the
// most bytes since the last call. If no connection has received much for half a second,
// data that clients sent before occupies the memory. Then a tenth of the connections
// ends, the latest first, because a connection from Crossplane is usually older. gRPC
// frees memory only after a while, so another connection ends only if the memory has
// grown since. Not thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include "server/grpc_1_51/acceptor.h"
#include "server/process/metrics.h"

namespace loom {

// Returns the number of bytes from which on memory is short: 85% of the limit, or,
// without a limit, 2 GiB more than the process uses when idle.
size_t ShortFrom(std::optional<size_t> limit, size_t idle);

class MemoryRelief {
 public:
  // The acceptor and the metrics must outlive this object.
  MemoryRelief(Acceptor& acceptor, size_t short_from, Metrics* metrics)
      : acceptor_(acceptor), short_from_(short_from), metrics_(metrics) {}

  // Ends connections if memory is short. Returns the time until the next check.
  std::chrono::milliseconds Look();

 private:
  using Clock = std::chrono::steady_clock;

  // Ends the connections whose number (of connections before them) is in this range.
  void End(uint64_t first, uint64_t last);

  Acceptor& acceptor_;
  const size_t short_from_;
  Metrics* const metrics_;
  // The bytes that each connection had received at the last check, by the number of
  // connections before it. Empty while memory is not short.
  std::map<uint64_t, uint64_t> received_;
  // The lowest memory use since a connection was last ended; 0 if none was ended.
  size_t lowest_ = 0;
  // The time when the connection that had received the most was ended.
  Clock::time_point sender_ended_;
};

}  // namespace loom
