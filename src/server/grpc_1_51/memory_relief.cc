// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/memory_relief.h"

#include <algorithm>

#include "base/limits.h"
#include "base/memory.h"
#include "server/grpc_1_51/sockets.h"
#include "server/process/log.h"
#include "server/process/resources.h"

// Only two things can be measured: the resident memory of the whole process and the
// bytes that a connection has sent. The idea: if memory grows while it is short, some
// client has just sent the data, so the connection that sent the most since the last
// check is ended first. Two things delay the effect: the allocator keeps freed pages
// (they are returned before each measurement), and gRPC continues to process the data
// that it had read from an ended connection (kDigestion). So the next connection is
// ended only after the memory has grown again.
namespace loom {
namespace {

constexpr std::chrono::milliseconds kUsually{100};
// A client can take a gigabyte in a second.
constexpr std::chrono::milliseconds kWhenHalfIsUsed{20};
// How long gRPC may process the data that it had read from an ended connection.
constexpr std::chrono::milliseconds kDigestion{500};
// Memory has grown if it exceeds the lowest value since the last end by this fraction.
constexpr size_t kStep = 100;

}  // namespace

size_t ShortFrom(std::optional<size_t> limit, size_t idle) {
  if (limit.has_value()) return *limit / 100 * limits::kMemoryShortPercent;
  return idle + limits::kMemoryShortBeyondIdle;
}

std::chrono::milliseconds MemoryRelief::Look() {
  size_t used = ResidentMemory();
  if (used >= short_from_) {
    ReturnFreeMemory();
    used = ResidentMemory();
  }
  if (used < short_from_ / 2) {
    received_.clear();
    lowest_ = 0;
    return kUsually;
  }
  std::map<uint64_t, uint64_t> before;
  before.swap(received_);
  uint64_t most = 0, sender = 0;
  acceptor_.ForEach([&](int fd, uint64_t number) {
    Traffic traffic = TrafficOf(fd);
    if (!traffic.open) return;
    received_[number] = traffic.received;
    auto known = before.find(number);
    uint64_t since =
        traffic.received - (known == before.end() ? 0 : known->second);
    if (since <= most) return;
    most = since;
    sender = number;
  });
  lowest_ = used < short_from_ ? 0 : std::min(lowest_, used);
  if (used < short_from_ || used < lowest_ + lowest_ / kStep) {
    return kWhenHalfIsUsed;
  }
  if (most >= limits::kLeastReceived) {
    End(sender, sender);
    sender_ended_ = Clock::now();
  } else if (!received_.empty() && Clock::now() - sender_ended_ > kDigestion) {
    size_t part = 1 + received_.size() / limits::kPartOfConnections;
    End(std::prev(received_.end(), part)->first, received_.rbegin()->first);
  }
  lowest_ = used;
  return kWhenHalfIsUsed;
}

void MemoryRelief::End(uint64_t first, uint64_t last) {
  static Rarely rarely(std::chrono::minutes(1));
  int ended = 0;
  acceptor_.ForEach([&](int fd, uint64_t number) {
    if (number < first || number > last) return;
    ended += Abort(fd);
  });
  metrics_->connections_ended[kMemoryIsShort].Add(uint64_t(ended));
  if (rarely()) {
    Log(LogLevel::kWarning, "ended connections because memory is short",
        {{"connections", ended}, {"bytes", ResidentMemory()}});
  }
}

}  // namespace loom
