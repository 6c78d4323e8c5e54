// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/memory_relief.h"

#include <algorithm>

#include "base/limits.h"
#include "base/memory.h"
#include "server/grpc_1_51/sockets.h"
#include "server/process/log.h"
#include "server/process/resources.h"

// Only the resident memory of the whole process can be measured, and what a connection
// has sent. The idea: memory that grows while it is short was sent by somebody just
// now, so whoever sent most since the last look goes first. Two things make that slow
// to take effect: the allocator keeps freed pages (they are returned before each
// measurement), and gRPC goes on with what it had read of a connection that was ended
// (kDigestion). So after each end the next one waits until the memory has grown again.
namespace loom {
namespace {

constexpr std::chrono::milliseconds kUsually{100};
// A peer can take a gigabyte in a second.
constexpr std::chrono::milliseconds kWhenHalfIsUsed{20};
// How long gRPC may go on with what it had read of a connection that was ended.
constexpr std::chrono::milliseconds kDigestion{500};
// Memory grows if it is more by this part than the least since the last end.
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
