// SPDX-License-Identifier: Apache-2.0
// LogQueue takes lines from any thread and writes them to a descriptor in its own
// thread. A thread that logs never waits for the reader of the log.
//
// The waiting lines are bounded in number and in bytes (base/limits.h). Beyond the
// bounds the oldest lines are dropped and counted, because the latest events explain
// the state of the process best, and so is a single line that is larger than the bound.
// As soon as lines can be written again, one line replaces the dropped ones and gives
// their number; the function that the constructor takes makes this line.
//
// Lines that cannot be written, because the reader has closed the pipe or the disk is
// full, are counted as dropped. The process continues without a log.
//
// spdlog's asynchronous logger is not used: its queue is bounded only in lines, and its
// destructor waits for the writing thread, which a pipe without a reader blocks
// forever.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <thread>

#include "base/mutex.h"

namespace loom {

class LogQueue {
 public:
  using LineOfTheLost = std::function<std::string(uint64_t lines)>;

  LogQueue(int fd, LineOfTheLost lost);
  // Waits until all lines are written, however long that takes. A process that is
  // ending calls Flush instead of destroying its queue.
  ~LogQueue();
  LogQueue(const LogQueue&) = delete;
  LogQueue& operator=(const LogQueue&) = delete;

  // Adds a line, which must end with a line feed. Returns at once.
  void Push(std::string line);

  // Waits until all pushed lines are written or dropped, but at most `patience`.
  bool Flush(std::chrono::milliseconds patience);

  size_t waiting() const;
  uint64_t dropped() const;

 private:
  // The lines that the thread writes at once.
  struct Batch {
    std::string text;
    uint64_t lines = 0;
    uint64_t lost = 0;  // the number that its first line reports
  };

  void Run();
  // Waits for lines. Returns an empty batch if the queue has ended.
  Batch Take();
  void NotWritten(const Batch& batch);
  void DropOldest() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int fd_;
  const LineOfTheLost lost_;
  mutable Mutex mutex_;
  std::condition_variable pushed_, written_;
  std::deque<std::string> lines_ ABSL_GUARDED_BY(mutex_);
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
  // The number of dropped lines that are not reported yet.
  uint64_t unreported_ ABSL_GUARDED_BY(mutex_) = 0;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool over_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace loom
