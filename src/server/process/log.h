// SPDX-License-Identifier: Apache-2.0
// Log writes a line to stderr for each event of the server, with a message and fields.
//
//   StartLog(LogFormat::kJson, LogLevel::kInfo, STDERR_FILENO);
//   Log(LogLevel::kInfo, "serving", {{"address", address}, {"threads", 2}});
//
//   {"level":"info","ts":1718000000.123456,"msg":"serving","address":"[::]:9443",…}
//
// The keys `level`, `ts` (seconds since 1970) and `msg` are those of functions written
// in Go. Messages and string fields are escaped, so a string from a client can neither
// begin a new line nor send control codes to a terminal. If a string is not UTF-8, each
// of its bytes that is not ASCII becomes U+FFFD.
//
// Requests and responses contain Secrets. No part of them is logged, except the tag of
// the request, the apiVersion and kind of the input, and errors in the input.
//
// Logging never blocks a call: lines go through a bounded queue (log_queue.h). A
// process has to call FlushLog before it ends. Otherwise its last lines may be missing.
//
// gRPC and libprotobuf write their own lines to stderr. TakeLogOfGrpc and
// TakeLogOfProtobuf turn these into lines of this log, so that stderr contains only
// JSON.
//
// All functions are thread-safe unless their comments say otherwise.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"

namespace loom {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

// kJson is for machines. kConsole is for people and is used with --debug.
enum class LogFormat { kJson, kConsole };

struct LogField {
  absl::string_view key;
  std::variant<absl::string_view, int64_t, double> value;

  LogField(absl::string_view k, absl::string_view text) : key(k), value(text) {}
  LogField(absl::string_view k, const char* text)
      : LogField(k, absl::string_view(text)) {}
  LogField(absl::string_view k, const std::string& text)
      : LogField(k, absl::string_view(text)) {}
  LogField(absl::string_view k, int64_t number) : key(k), value(number) {}
  LogField(absl::string_view k, int number) : LogField(k, int64_t{number}) {}
  LogField(absl::string_view k, size_t number) : LogField(k, int64_t(number)) {}
  LogField(absl::string_view k, double number) : key(k), value(number) {}
};

// Starts a thread that writes lines of level `least` and above to the file descriptor
// `fd`. Nothing is logged before this call. Not safe to call while other threads log.
void StartLog(LogFormat format, LogLevel least, int fd);

// The same for tests, but without a thread: Log itself writes to `out`, which must
// outlive the last line.
void StartLog(LogFormat format, LogLevel least, std::ostream& out);

// Waits until all lines are written, for at most `patience`. Returns whether all lines
// are written. If they are not, the process should end with _exit, because the thread
// that writes may still be blocked on stderr.
bool FlushLog(std::chrono::milliseconds patience);

struct LogCounts {
  size_t waiting = 0;    // lines that are not written yet
  uint64_t dropped = 0;  // lines that will never be written
};
LogCounts CountsOfLog();

// Returns whether a line of this level would be written. Check it before computing
// expensive fields.
bool LogEnabled(LogLevel level);

// Writes a line. The keys of the fields are constants of this program.
void Log(LogLevel level, absl::string_view message,
         std::initializer_list<LogField> fields = {});

// Redirect the lines of gRPC and libprotobuf to this log. Both libraries write about
// what clients send, so most of these lines have the level debug: all lines of gRPC,
// because every port scan causes some, and all lines of libprotobuf except one per
// minute, which is a warning, and FATAL ones, which are errors. The lines name fields
// and quote no values. A process that has not started its log, such as `render`, drops
// them. Must be called before other threads use the library.
//
// (Abseil also writes to stderr, but only before it ends the process, and it has no
// documented way to change that.)
void TakeLogOfGrpc();
void TakeLogOfProtobuf();

// Limits lines that clients can cause as often as they like. Returns true at most once
// per interval, to one thread, and on the first call.
//
//   static Rarely rarely(std::chrono::minutes(1));
//   if (rarely()) Log(LogLevel::kWarning, "refused a connection");
class Rarely {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Rarely(Clock::duration interval) : interval_(interval) {}

  bool operator()(Clock::time_point now = Clock::now()) {
    Clock::rep next = next_.load(std::memory_order_relaxed);
    Clock::rep at = now.time_since_epoch().count();
    return at >= next &&
           next_.compare_exchange_strong(next, at + interval_.count());
  }

 private:
  const Clock::duration interval_;
  std::atomic<Clock::rep> next_{0};
};

}  // namespace loom
