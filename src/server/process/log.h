// SPDX-License-Identifier: Apache-2.0
// The log of the server: a line on stderr for each event, with a message and
// fields.
//
//   StartLog(LogFormat::kJson, LogLevel::kInfo, STDERR_FILENO);
//   Log(LogLevel::kInfo, "serving", {{"address", address}, {"threads", 2}});
//
// writes
//
//   {"level":"info","ts":1718000000.123456,"msg":"serving","address":"[::]:9443","threads":2}
//
// The keys `level`, `ts` (seconds since 1970) and `msg` are those of functions
// in Go. Messages and text fields are escaped, so that a text of a client can
// neither begin a line of its own nor send control codes to a terminal: a line
// feed becomes \u000a. Bytes that are not UTF-8 become U+FFFD.
//
// Requests and responses contain Secrets. No part of them is logged, except the
// request's tag, the input's apiVersion and kind, and mistakes in the input.
//
// Nobody waits for the log: lines go through a bounded queue (log_queue.h). If
// nobody reads them in time, the oldest are dropped, and a line says how many:
//
//   {"level":"warn","ts":1718000000.123456,"msg":"lines of the log were lost,
//    because nobody read them in time","lines":312}
//
// A process that ends has to call FlushLog, or its last lines may be missing.
//
// Rarely limits lines that clients can cause as often as they like:
//
//   static Rarely rarely(std::chrono::minutes(1));
//   if (rarely()) Log(LogLevel::kWarning, "refused a connection");
//
// gRPC and libprotobuf write lines of their own to stderr. TakeLogOfGrpc and
// TakeLogOfProtobuf turn these into lines of this log, so that stderr contains
// nothing but JSON. A request whose tag is not UTF-8 then causes
//
//   {"level":"warn","ts":1718000000.123456,"msg":"String field 'apiextensions.
//    fn.proto.v1.RequestMeta.tag' contains invalid UTF-8 data when parsing a
//    protocol buffer. …","source":"protobuf wire_format_lite.cc:619"}
//
// Unless its comment says otherwise, a function is safe to use from many threads.
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

// kJson is for machines. kConsole is for people, who use --debug.
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

// Writes lines of the level `least` and above to the descriptor `fd`, in a
// thread of its own. Nothing is logged before this call. Not safe to call while
// other threads log.
void StartLog(LogFormat format, LogLevel least, int fd);

// The same for tests: Log itself writes to `out`, which must outlive the last
// line.
void StartLog(LogFormat format, LogLevel least, std::ostream& out);

// Waits until all lines are written, at most as long as `patience`. Returns
// whether that is so. If not, the process should end with _exit, because a
// thread may wait for whoever reads stderr.
bool FlushLog(std::chrono::milliseconds patience);

struct LogCounts {
  size_t waiting = 0;    // lines that are not written yet
  uint64_t dropped = 0;  // lines that never will be
};
LogCounts CountsOfLog();

// Whether a line of this level would be written. It saves computing expensive
// fields in vain.
bool LogEnabled(LogLevel level);

// Keys are constants of this program.
void Log(LogLevel level, absl::string_view message,
         std::initializer_list<LogField> fields = {});

// Both libraries write about whatever clients send, so the lines of gRPC have the
// level debug, because every port scan causes some, and of those of libprotobuf one
// a minute is a warning and the others have the level debug. They name fields and
// quote no values. A process that has not started its log, such as `render`, drops
// them. Must be called before the library is used by other threads.
//
// (Abseil writes to stderr itself, too, but only before it ends the process, and
// it has no documented way to change that.)
void TakeLogOfGrpc();
void TakeLogOfProtobuf();

// True at most once in an interval. The first call returns true, and an interval
// begins with each call that returns true. Of several threads that ask at the same
// time only one gets true.
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
