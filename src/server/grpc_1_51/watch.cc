// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/watch.h"

#include <poll.h>

#include <chrono>

#include "server/process/resources.h"

namespace loom {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{100};

}  // namespace

Watch::Watch(CallsInProgress& calls, Acceptor& acceptor, Metrics* metrics)
    : memory_(acceptor, ShortFrom(MemoryLimit(), ResidentMemory()), metrics),
      readers_(calls.unread, calls.held, acceptor, metrics),
      thread_([this] { Run(); }) {}

Watch::~Watch() {
  end_.Wake();
  thread_.join();
}

void Watch::Run() {
  using Clock = std::chrono::steady_clock;
  pollfd end = {end_.fd(), POLLIN, 0};
  Clock::time_point next;
  std::chrono::milliseconds pause{0};
  while (poll(&end, 1, int(pause.count())) <= 0) {
    pause = memory_.Look();
    if (Clock::now() < next) continue;
    next = Clock::now() + kBetweenLooks;
    readers_.Look();
  }
}

}  // namespace loom
