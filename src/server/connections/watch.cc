// SPDX-License-Identifier: Apache-2.0
#include "server/connections/watch.h"

#include <poll.h>

#include "base/limits.h"
#include "server/connections/peer.h"
#include "server/connections/traffic.h"
#include "server/process/log.h"
#include "server/process/memory.h"
#include "server/process/rarely.h"

namespace loom {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};
constexpr std::chrono::seconds kPatience{limits::kUnreadAnswerSeconds};
constexpr std::chrono::seconds kPatienceWhenCrowded{
    limits::kUnreadAnswerSecondsWhenCrowded};

std::set<std::string> PeersOf(UnreadAnswers& unread, std::chrono::seconds age) {
  std::set<std::string> peers;
  unread.ForEachOlder(
      age, [&](grpc::ServerContext& context) { peers.insert(context.peer()); });
  return peers;
}

}  // namespace

Watch::Watch(CallsInProgress& calls, Acceptor& acceptor, Metrics* metrics)
    : calls_(calls),
      acceptor_(acceptor),
      relief_(acceptor, ShortFrom(MemoryLimit(), ResidentMemory()), metrics),
      metrics_(metrics),
      thread_([this] { Run(); }) {}

Watch::~Watch() {
  end_.Wake();
  thread_.join();
}

void Watch::Run() {
  pollfd end = {end_.fd(), POLLIN, 0};
  Clock::time_point next;
  std::chrono::milliseconds pause{0};
  while (poll(&end, 1, int(pause.count())) <= 0) {
    pause = relief_.Look();
    if (Clock::now() < next) continue;
    next = Clock::now() + kBetweenLooks;
    Look();
  }
}

void Watch::Look() {
  EndWhoDoesNotRead();
  if (calls_.held.Crowded()) {
    EndWhoIsTooSlow();
  } else {
    progress_.clear();
  }
}

void Watch::EndWhoDoesNotRead() {
  ForEachOf(PeersOf(calls_.unread, kPatience),
            [this](const std::string& peer, int fd) { End(peer, fd); });
  // Frees answers also if their connection was not found.
  calls_.unread.ForEachOlder(
      kPatience, [](grpc::ServerContext& context) { context.TryCancel(); });
}

void Watch::EndWhoIsTooSlow() {
  const Clock::time_point now = Clock::now();
  std::map<std::string, Progress> before;
  before.swap(progress_);
  ForEachOf(PeersOf(calls_.unread, kPatienceWhenCrowded),
            [&](const std::string& peer, int fd) {
              const uint64_t acknowledged = TrafficOf(fd).acknowledged;
              auto known = before.find(peer);
              if (known == before.end() ||
                  acknowledged >= known->second.acknowledged +
                                      limits::kUnreadAnswerProgress) {
                progress_[peer] = {acknowledged, now};
              } else if (now - known->second.at < kPatienceWhenCrowded) {
                progress_[peer] = known->second;
              } else {
                End(peer, fd);
              }
            });
}

void Watch::ForEachOf(
    const std::set<std::string>& peers,
    const std::function<void(const std::string& peer, int fd)>& visit) {
  if (peers.empty()) return;
  acceptor_.ForEach([&](int fd, uint64_t) {
    const std::string peer = PeerOf(fd);
    if (peers.count(peer) > 0) visit(peer, fd);
  });
}

void Watch::End(const std::string& peer, int fd) {
  static Rarely rarely(std::chrono::minutes(1));
  if (!Abort(fd)) return;
  metrics_->connections_ended[kUnreadAnswer].Add();
  if (rarely()) {
    Log(LogLevel::kWarning,
        "ended a connection whose client does not read its answers",
        {{"peer", peer}});
  }
}

}  // namespace loom
