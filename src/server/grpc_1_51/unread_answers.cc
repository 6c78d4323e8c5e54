// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/unread_answers.h"

#include <iterator>

#include "base/limits.h"
#include "server/grpc_1_51/sockets.h"
#include "server/process/log.h"

namespace loom {
namespace {

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

UnreadAnswers::Place UnreadAnswers::Add(grpc::ServerContext& context) {
  std::list<Answer> one = {{&context, {}}};
  MutexLock lock(mutex_);
  // The time is read with the lock held, so that the list is in chronological
  // order.
  one.front().since = Clock::now();
  answers_.splice(answers_.end(), one);
  return std::prev(answers_.end());
}

void UnreadAnswers::Remove(Place place) {
  std::list<Answer> one;
  MutexLock lock(mutex_);
  one.splice(one.end(), answers_, place);
}

void UnreadAnswers::ForEachOlder(
    Clock::duration age,
    const std::function<void(grpc::ServerContext&)>& visit) {
  const Clock::time_point limit = Clock::now() - age;
  MutexLock lock(mutex_);
  for (const Answer& answer : answers_) {
    if (answer.since > limit) return;
    visit(*answer.context);
  }
}

void SlowReaders::Look() {
  EndWhoDoesNotRead();
  if (held_.Crowded()) {
    EndWhoIsTooSlow();
  } else {
    progress_.clear();
  }
}

void SlowReaders::EndWhoDoesNotRead() {
  ForEachOf(PeersOf(unread_, kPatience),
            [this](const std::string& peer, int fd) { End(peer, fd); });
  // Frees answers even if their connection was not found.
  unread_.ForEachOlder(
      kPatience, [](grpc::ServerContext& context) { context.TryCancel(); });
}

void SlowReaders::EndWhoIsTooSlow() {
  const Clock::time_point now = Clock::now();
  std::map<std::string, Progress> before;
  before.swap(progress_);
  ForEachOf(PeersOf(unread_, kPatienceWhenCrowded),
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

void SlowReaders::ForEachOf(
    const std::set<std::string>& peers,
    const std::function<void(const std::string& peer, int fd)>& visit) {
  if (peers.empty()) return;
  acceptor_.ForEach([&](int fd, uint64_t) {
    const std::string peer = PeerOf(fd);
    if (peers.count(peer) > 0) visit(peer, fd);
  });
}

void SlowReaders::End(const std::string& peer, int fd) {
  static Rarely rarely(std::chrono::minutes(1));
  if (!Abort(fd)) return;
  metrics_->connections_ended[kUnreadAnswer].Add();
  if (rarely()) {
    Log(LogLevel::kWarning,
        "ended a connection whose client does not read its responses",
        {{"peer", peer}});
  }
}

}  // namespace loom
