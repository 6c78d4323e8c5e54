// SPDX-License-Identifier: Apache-2.0
#include "server/log.h"

#include <spdlog/formatter.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <cstdio>
#include <ctime>
#include <memory>

#include "absl/strings/str_cat.h"
#include "value/utf8.h"

namespace loom {
namespace {

// A JSON string, quotes included. In text that is no UTF-8 each byte beyond
// ASCII becomes U+FFFD.
void AppendQuoted(std::string& out, absl::string_view text) {
  bool utf8 = IsUtf8(text);
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (uint8_t(c) < 0x20 || c == 0x7f) {
      absl::StrAppend(&out, "\\u", absl::Hex(c, absl::kZeroPad4));
    } else if (uint8_t(c) >= 0x80 && !utf8) {
      out += "\\ufffd";
    } else {
      out += c;
    }
  }
  out += '"';
}

void AppendValue(std::string& out, const LogField& field) {
  if (const auto* text = std::get_if<absl::string_view>(&field.value)) {
    AppendQuoted(out, *text);
  } else if (const auto* integer = std::get_if<int64_t>(&field.value)) {
    absl::StrAppend(&out, *integer);
  } else {
    absl::StrAppend(&out, std::get<double>(field.value));
  }
}

absl::string_view Name(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::debug:
      return "debug";
    case spdlog::level::warn:
      return "warn";
    case spdlog::level::err:
      return "error";
    default:
      return "info";
  }
}

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::info;
}

void Append(spdlog::memory_buf_t& out, absl::string_view text) {
  out.append(text.data(), text.data() + text.size());
}

// spdlog's own patterns escape nothing. These two frame a payload that Log has
// escaped: spdlog carries one string, so the fields are part of it.
class JsonFormatter : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& line,
              spdlog::memory_buf_t& out) override {
    std::chrono::duration<double> since = line.time.time_since_epoch();
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.6f", since.count());
    Append(out, absl::StrCat("{\"level\":\"", Name(line.level),
                             "\",\"ts\":", seconds, ","));
    Append(out, {line.payload.data(), line.payload.size()});
    Append(out, "}\n");
  }
  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<JsonFormatter>();
  }
};

class ConsoleFormatter : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& line,
              spdlog::memory_buf_t& out) override {
    std::time_t seconds = std::chrono::system_clock::to_time_t(line.time);
    std::tm local{};
    localtime_r(&seconds, &local);
    char time[16];
    std::strftime(time, sizeof time, "%H:%M:%S", &local);
    Append(out, absl::StrCat(time, " ", Name(line.level), "  "));
    Append(out, {line.payload.data(), line.payload.size()});
    Append(out, "\n");
  }
  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<ConsoleFormatter>();
  }
};

struct State {
  LogFormat format = LogFormat::kJson;
  std::unique_ptr<spdlog::logger> logger;
};

State& TheLog() {
  // Never destroyed: threads may log while the process ends.
  static State* state = new State;
  return *state;
}

}  // namespace

void StartLog(LogFormat format, LogLevel least, std::ostream& out) {
  auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(out, true);
  auto logger = std::make_unique<spdlog::logger>("function-loom", sink);
  if (format == LogFormat::kJson) {
    logger->set_formatter(std::make_unique<JsonFormatter>());
  } else {
    logger->set_formatter(std::make_unique<ConsoleFormatter>());
  }
  logger->set_level(ToSpdlog(least));
  TheLog() = {format, std::move(logger)};
}

bool LogEnabled(LogLevel level) {
  const State& log = TheLog();
  return log.logger != nullptr && log.logger->should_log(ToSpdlog(level));
}

void Log(LogLevel level, absl::string_view message,
         std::initializer_list<LogField> fields) {
  if (!LogEnabled(level)) return;
  bool json = TheLog().format == LogFormat::kJson;
  std::string payload = json ? "\"msg\":" : "";
  AppendQuoted(payload, message);
  // To people a message reads better without its quotes; it stays one line.
  if (!json) payload = payload.substr(1, payload.size() - 2);
  for (const LogField& field : fields) {
    payload += json ? "," : "  ";
    if (json) {
      AppendQuoted(payload, field.key);
    } else {
      absl::StrAppend(&payload, field.key);
    }
    payload += json ? ":" : "=";
    AppendValue(payload, field);
  }
  TheLog().logger->log(ToSpdlog(level), spdlog::string_view_t(payload));
}

}  // namespace loom
