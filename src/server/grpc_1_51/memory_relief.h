// SPDX-License-Identifier: Apache-2.0
// MemoryRelief ends connections when the process has nearly no memory left.
//
// gRPC 1.51 limits the memory of messages (grpc::ResourceQuota), but neither that of
// headers nor that of calls that a client begins, and it does not say which connection
// needs how much. Later versions charge more of that to the quota; which is the first
// whose quota is enough is not known. When Debian's gRPC is newer than 1.51, try
// without: test/suites/faults/run flood_of_headers flood_of_streams fails as long as
// this is needed.
//
//   MemoryRelief relief(acceptor, ShortFrom(MemoryLimit(), ResidentMemory()),
//                       &metrics);
//   std::chrono::milliseconds pause = relief.Look();   // and so on
//
// While memory is short, each look ends the connection that has received the most
// since the last look. If none has received much for half a second, some clients hold
// what they have sent before. Then a tenth of the connections ends, the latest first,
// because that of a Crossplane is usually older. gRPC frees the memory only after a
// while, so another connection ends only when the memory has grown since. Not safe to
// use from many threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>

#include "server/grpc_1_51/acceptor.h"
#include "server/process/metrics.h"

namespace loom {

// From how many bytes on the memory is short: 85 % of the limit; without a
// limit, 2 GiB more than the process uses when it is idle.
size_t ShortFrom(std::optional<size_t> limit, size_t idle);

class MemoryRelief {
 public:
  // The acceptor and the metrics must outlive this object.
  MemoryRelief(Acceptor& acceptor, size_t short_from, Metrics* metrics)
      : acceptor_(acceptor), short_from_(short_from), metrics_(metrics) {}

  // Looks at the memory, and ends connections if it is short. Returns when to
  // look again.
  std::chrono::milliseconds Look();

 private:
  using Clock = std::chrono::steady_clock;

  // Ends the connections whose number of earlier ones is in this range.
  void End(uint64_t first, uint64_t last);

  Acceptor& acceptor_;
  const size_t short_from_;
  Metrics* const metrics_;
  // The bytes that each connection had received at the last look, by the number
  // of connections before it. Empty while there is memory enough.
  std::map<uint64_t, uint64_t> received_;
  // The least memory that was used since connections were ended; 0 if none was.
  size_t lowest_ = 0;
  // When the connection that had received the most was ended.
  Clock::time_point sender_ended_;
};

}  // namespace loom
