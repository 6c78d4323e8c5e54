// SPDX-License-Identifier: Apache-2.0
// The server's log: lines on stderr, one an event, each a message with fields.
//
//   StartLog(LogFormat::kJson, LogLevel::kInfo, std::cerr);
//   Log(LogLevel::kInfo, "serving", {{"address", address}, {"threads", 2}});
//
//   {"level":"info","ts":1718000000.123,"msg":"serving","address":"[::]:9443","threads":2}
//
// The keys `level`, `ts` (seconds since 1970) and `msg` are those of functions
// in Go. Whatever a peer wrote is escaped, so that nobody writes lines or
// terminal codes of their own. Bodies of requests and responses are never
// logged: they hold Secrets.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <string>
#include <variant>

#include "absl/strings/string_view.h"

namespace loom {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

// Lines for machines, or for the people who ask for --debug.
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

// Until it is called nothing is logged. Not for use while others log.
void StartLog(LogFormat format, LogLevel least, std::ostream& out);

// Whether a line of this level would be written: ask before fields are
// computed that cost something.
bool LogEnabled(LogLevel level);

void Log(LogLevel level, absl::string_view message,
         std::initializer_list<LogField> fields = {});

}  // namespace loom
