// SPDX-License-Identifier: Apache-2.0
// LogQueue takes lines from any thread, and a thread of its own writes them to a
// descriptor. Whoever logs never waits for whoever reads the log.
//
//   LogQueue queue(STDERR_FILENO, [](uint64_t lines) {
//     return absl::StrCat("lost ", lines, " lines\n");
//   });
//   queue.Push("{\"msg\":\"serving\"}\n");
//   bool written = queue.Flush(std::chrono::seconds(1));
//
// Lines that are not yet written are bounded in number and in bytes (base/limits.h).
// Beyond that the oldest of them are dropped and counted, because the latest
// events explain the state of the process best. As soon as lines can be written
// again, a line in the place of the dropped ones says how many they were; the
// function that the constructor takes makes that line. A single line that is
// larger than all that may wait is dropped, too.
//
// Lines that cannot be written, because the reader has closed a pipe or a disk
// is full, are counted as dropped. The process goes on without a log.
//
// (spdlog has an asynchronous logger, but its queue is bounded in lines only,
// and its end waits for the writing thread, which a pipe without a reader keeps
// for ever.)
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
  // Waits until all lines are written, however long that takes. A process that
  // ends does not destroy its queue, but calls Flush.
  ~LogQueue();
  LogQueue(const LogQueue&) = delete;
  LogQueue& operator=(const LogQueue&) = delete;

  // The line ends with a line feed. Returns at once.
  void Push(std::string line);

  // Waits until all lines that were pushed are written or dropped, at most as
  // long as `patience`. Returns whether that is so.
  bool Flush(std::chrono::milliseconds patience);

  // How many lines wait for being written.
  size_t waiting() const;
  // How many lines were dropped so far.
  uint64_t dropped() const;

 private:
  // What the thread writes at once.
  struct Batch {
    std::string text;
    uint64_t lines = 0;
    uint64_t lost = 0;  // as many as its first line says
  };

  void Run();
  // Waits for lines. A batch without text means that the queue has ended.
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
  // The number of dropped lines that no line has reported yet.
  uint64_t unreported_ ABSL_GUARDED_BY(mutex_) = 0;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool over_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace loom
