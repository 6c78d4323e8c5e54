// SPDX-License-Identifier: Apache-2.0
#include "peers/memory_relief.h"

#include <sys/socket.h>

#include <algorithm>

#include "base/limits.h"
#include "peers/traffic.h"
#include "process/log.h"
#include "process/memory.h"
#include "process/rarely.h"

namespace loom {
namespace {

constexpr std::chrono::milliseconds kUsually{100};
// A peer can take a gigabyte in a second.
constexpr std::chrono::milliseconds kWhenHalfIsUsed{20};
constexpr std::chrono::seconds kUntilMemoryIsBack{2};

}  // namespace

size_t ShortFrom(std::optional<size_t> limit, size_t idle) {
  if (limit.has_value()) return *limit / 100 * limits::kMemoryShortPercent;
  return idle + limits::kMemoryShortBeyondIdle;
}

std::chrono::milliseconds MemoryRelief::Look() {
  const size_t used = ResidentMemory();
  if (used < short_from_ / 2) {
    received_.clear();
    return kUsually;
  }
  std::map<uint64_t, uint64_t> before;
  before.swap(received_);
  uint64_t most = 0, sender = 0;
  acceptor_.ForEach([&](int fd, uint64_t number) {
    uint64_t received = TrafficOf(fd).received;
    received_[number] = received;
    auto known = before.find(number);
    uint64_t since = received - (known == before.end() ? 0 : known->second);
    if (since > most) most = since, sender = number;
  });
  if (used < short_from_) return kWhenHalfIsUsed;
  bool grew = used > used_then_;
  if (!grew && Clock::now() - ended_ < kUntilMemoryIsBack) {
    return kWhenHalfIsUsed;
  }
  if (most >= limits::kLeastReceived) {
    End(sender, sender);
  } else if (!received_.empty()) {
    size_t part = 1 + received_.size() / limits::kPartOfConnections;
    End(std::prev(received_.end(), part)->first, received_.rbegin()->first);
  }
  used_then_ = used;
  return kWhenHalfIsUsed;
}

void MemoryRelief::End(uint64_t first, uint64_t last) {
  static Rarely rarely(std::chrono::minutes(1));
  int ended = 0;
  acceptor_.ForEach([&](int fd, uint64_t number) {
    if (number < first || number > last) return;
    ended += shutdown(fd, SHUT_RDWR) == 0;
  });
  ended_ = Clock::now();
  metrics_->connections_ended[kMemoryIsShort].Add(uint64_t(ended));
  if (rarely()) {
    Log(LogLevel::kWarning, "ended connections because memory is short",
        {{"connections", ended}, {"bytes", ResidentMemory()}});
  }
}

}  // namespace loom
