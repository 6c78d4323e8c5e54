// SPDX-License-Identifier: Apache-2.0
#include "server/grpc_1_51/acceptor.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "server/process/log.h"

// When descriptors run out, accept fails without taking the connection from the queue,
// and the port stays readable. A level-triggered loop would then spin, and an
// edge-triggered loop like gRPC's would wait forever. This loop sleeps for a moment and
// tries again. gRPC does not report when it closes a connection, so OpenSockets counts
// open connections by checking their descriptors.
namespace loom {
namespace {

constexpr std::chrono::milliseconds kUntilDescriptorsAreFree{10};
// After this many connections the thread checks whether the server is ending, because
// clients may connect faster than they can be refused.
constexpr int kAtOnce = 64;

}  // namespace

Acceptor::Acceptor(Listener listener, size_t most, std::unique_ptr<Grpc> grpc,
                   Metrics* metrics)
    : listener_(std::move(listener)),
      open_(most),
      grpc_(std::move(grpc)),
      metrics_(metrics),
      thread_([this] { Run(); }) {}

Acceptor::~Acceptor() { Stop(); }

void Acceptor::Stop() {
  if (!thread_.joinable()) return;
  end_.Wake();
  thread_.join();
  listener_.reset();
}

void Acceptor::Run() {
  while (listener_->Wait(end_)) TakeSome();
}

void Acceptor::TakeSome() {
  for (int i = 0; i < kAtOnce; ++i) {
    const int fd = listener_->Accept();
    if (fd >= 0) {
      Take(fd);
      continue;
    }
    // Without descriptors or memory the port stays readable, and Wait would
    // return at once.
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM) {
      std::this_thread::sleep_for(kUntilDescriptorsAreFree);
    }
    return;
  }
}

void Acceptor::Take(int fd) {
  static Rarely rarely(std::chrono::minutes(1));
  if (open_.Add(fd)) {
    Grpc::NewConnectionParameters taken;
    taken.listener_fd = listener_->fd();
    taken.fd = fd;
    grpc_->HandleNewConnection(&taken);
    return;
  }
  close(fd);
  metrics_->connections_refused.Add();
  if (rarely())
    Log(LogLevel::kWarning, "refused a connection because too many are open");
}

size_t AffordableConnections(int asked) {
  rlimit descriptors{};
  getrlimit(RLIMIT_NOFILE, &descriptors);
  descriptors.rlim_cur = descriptors.rlim_max;
  setrlimit(RLIMIT_NOFILE, &descriptors);
  getrlimit(RLIMIT_NOFILE, &descriptors);
  // Descriptors for pollers, certificates, the metrics page and the log.
  constexpr rlim_t kOthers = 64;
  rlim_t rest = descriptors.rlim_cur -
                std::min<rlim_t>(kOthers, descriptors.rlim_cur / 2);
  return size_t(std::min<rlim_t>(rlim_t(asked), rest));
}

}  // namespace loom
