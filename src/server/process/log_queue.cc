// SPDX-License-Identifier: Apache-2.0
#include "server/process/log_queue.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/strings/string_view.h"
#include "base/limits.h"

namespace loom {
namespace {

// Returns false if the string, or a part of it, cannot be written.
bool WriteAll(int fd, absl::string_view text) {
  while (!text.empty()) {
    ssize_t written = write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(size_t(written));
    } else if (errno == EAGAIN) {
      // Another process that shares the pipe may have made it non-blocking.
      pollfd writable{.fd = fd, .events = POLLOUT, .revents = 0};
      poll(&writable, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

LogQueue::LogQueue(int fd, LineOfTheLost lost)
    : fd_(fd), lost_(std::move(lost)) {
  // The thread inherits a mask that blocks all signals. SIGTERM is for other
  // threads, and a closed pipe is an error of write instead of a SIGPIPE.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { Run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

LogQueue::~LogQueue() {
  {
    MutexLock lock(mutex_);
    over_ = true;
    pushed_.notify_one();
  }
  thread_.join();
}

void LogQueue::Push(std::string line) {
  MutexLock lock(mutex_);
  bytes_ += line.size();
  lines_.push_back(std::move(line));
  while (bytes_ > limits::kLogBytes || lines_.size() > limits::kLogLines) {
    DropOldest();
  }
  if (!writing_) pushed_.notify_one();
}

void LogQueue::DropOldest() {
  bytes_ -= lines_.front().size();
  lines_.pop_front();
  ++dropped_;
  ++unreported_;
}

bool LogQueue::Flush(std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  MutexLock lock(mutex_);
  while (writing_ || !lines_.empty()) {
    if (!lock.WaitUntil(written_, end)) return false;
  }
  return true;
}

size_t LogQueue::waiting() const {
  MutexLock lock(mutex_);
  return lines_.size();
}

uint64_t LogQueue::dropped() const {
  MutexLock lock(mutex_);
  return dropped_;
}

void LogQueue::Run() {
  while (true) {
    const Batch batch = Take();
    if (batch.text.empty()) return;
    if (!WriteAll(fd_, batch.text)) NotWritten(batch);
  }
}

LogQueue::Batch LogQueue::Take() {
  MutexLock lock(mutex_);
  writing_ = false;
  if (lines_.empty()) written_.notify_all();
  while (lines_.empty() && !over_) lock.Wait(pushed_);
  Batch batch;
  if (lines_.empty()) return batch;
  writing_ = true;
  batch.lost = std::exchange(unreported_, 0);
  if (batch.lost != 0) batch.text = lost_(batch.lost);
  while (!lines_.empty() && batch.text.size() < limits::kLogWrite) {
    batch.text += lines_.front();
    bytes_ -= lines_.front().size();
    lines_.pop_front();
    ++batch.lines;
  }
  return batch;
}

void LogQueue::NotWritten(const Batch& batch) {
  MutexLock lock(mutex_);
  dropped_ += batch.lines;
  unreported_ += batch.lost + batch.lines;
}

}  // namespace loom
