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
// All functions but StartLog are safe to use from many threads.
#pragma once

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

}  // namespace loom
