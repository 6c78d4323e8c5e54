// SPDX-License-Identifier: Apache-2.0
#include "server/process/log.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/sink.h>

#include <cstdio>
#include <ctime>
#include <functional>
#include <memory>
#include <ostream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/mutex.h"
#include "base/strings.h"
#include "data/value/utf8.h"
#include "server/process/log_queue.h"

// spdlog filters by level and adds the time. Everything else is ours: its patterns do
// not escape, and its asynchronous logger waits for whoever reads stderr. So Log makes
// the whole payload, LineSink adds level and time, and LogQueue writes the line in a
// thread of its own. No other source includes spdlog: its headers take seconds to
// compile.
namespace loom {
namespace {

// Returns a JSON string with its quotes. If `text` is not UTF-8, each byte that is not
// ASCII becomes U+FFFD.
void AppendQuoted(std::string& out, absl::string_view text) {
  bool utf8 = IsUtf8(text);
  out += '"';
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    size_t control =
        utf8 || uint8_t(c) < 0x80 ? SizeOfControl(text.substr(i)) : 0;
    if (control != 0) {
      AppendControl(text.substr(i, control), &out);
      i += control - 1;
    } else if (c == '"' || c == '\\') {
      out += {'\\', c};
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

std::string JsonLine(const spdlog::details::log_msg& line) {
  std::chrono::duration<double> since = line.time.time_since_epoch();
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.6f", since.count());
  return absl::StrCat(
      "{\"level\":\"", Name(line.level), "\",\"ts\":", seconds, ",",
      absl::string_view(line.payload.data(), line.payload.size()), "}\n");
}

std::string ConsoleLine(const spdlog::details::log_msg& line) {
  std::time_t seconds = std::chrono::system_clock::to_time_t(line.time);
  std::tm local{};
  localtime_r(&seconds, &local);
  char time[16];
  std::strftime(time, sizeof time, "%H:%M:%S", &local);
  return absl::StrCat(
      time, " ", Name(line.level), "  ",
      absl::string_view(line.payload.data(), line.payload.size()), "\n");
}

std::string LineOf(LogFormat format, const spdlog::details::log_msg& line) {
  return format == LogFormat::kJson ? JsonLine(line) : ConsoleLine(line);
}

// Adds level and time to a payload. PayloadOf has already escaped the payload, because
// the patterns of spdlog do not escape. spdlog passes on one string, so the payload
// also contains the fields.
class LineSink : public spdlog::sinks::sink {
 public:
  using Write = std::function<void(std::string line)>;
  LineSink(LogFormat format, Write write)
      : format_(format), write_(std::move(write)) {}

  void log(const spdlog::details::log_msg& message) override {
    write_(LineOf(format_, message));
  }
  void flush() override {}
  void set_pattern(const std::string&) override {}
  void set_formatter(std::unique_ptr<spdlog::formatter>) override {}

 private:
  const LogFormat format_;
  const Write write_;
};

struct State {
  LogFormat format = LogFormat::kJson;
  std::unique_ptr<LogQueue> queue;  // null if calling threads write themselves
  std::unique_ptr<spdlog::logger> logger;
};

State& TheLog() {
  // Never destroyed: threads may log while the process ends, and the thread of
  // the queue may then wait for a reader.
  static State* state = new State;
  return *state;
}

std::string PayloadOf(LogFormat format, absl::string_view message,
                      std::initializer_list<LogField> fields) {
  const bool json = format == LogFormat::kJson;
  std::string payload = json ? "\"msg\":" : "";
  AppendQuoted(payload, message);
  // People read a message more easily without quotes. It is still escaped.
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
  return payload;
}

LogQueue::LineOfTheLost LineOfTheLost(LogFormat format) {
  return [format](uint64_t lines) {
    std::string payload = PayloadOf(
        format, "log lines were lost because they were not read in time",
        {{"lines", lines}});
    return LineOf(format, {"", spdlog::level::warn, payload});
  };
}

void Start(LogFormat format, LogLevel least, std::unique_ptr<LogQueue> queue,
           LineSink::Write write) {
  auto logger = std::make_unique<spdlog::logger>(
      "function-loom", std::make_shared<LineSink>(format, std::move(write)));
  logger->set_level(ToSpdlog(least));
  // spdlog would write to stderr itself, and wait for its reader.
  logger->set_error_handler([](const std::string&) {});
  TheLog() = {format, std::move(queue), std::move(logger)};
}

std::string Source(absl::string_view library, absl::string_view file,
                   int line) {
  file.remove_prefix(file.rfind('/') + 1);  // npos + 1 is 0
  return absl::StrCat(library, " ", file, ":", line);
}

void LogOfGrpc(gpr_log_func_args* line) {
  if (!LogEnabled(LogLevel::kDebug)) return;
  Log(LogLevel::kDebug, line->message,
      {{"source", Source("grpc", line->file, line->line)}});
}

// libprotobuf ends the process after a line of its level FATAL.
LogLevel LevelOf(google::protobuf::LogLevel level) {
  static Rarely rarely(std::chrono::minutes(1));
  if (level == google::protobuf::LOGLEVEL_FATAL) return LogLevel::kError;
  return rarely() ? LogLevel::kWarning : LogLevel::kDebug;
}

void LogOfProtobuf(google::protobuf::LogLevel level, const char* file, int line,
                   const std::string& message) {
  Log(LevelOf(level), message, {{"source", Source("protobuf", file, line)}});
}

}  // namespace

void StartLog(LogFormat format, LogLevel least, int fd) {
  auto queue = std::make_unique<LogQueue>(fd, LineOfTheLost(format));
  auto push = [to = queue.get()](std::string line) {
    to->Push(std::move(line));
  };
  Start(format, least, std::move(queue), push);
}

void StartLog(LogFormat format, LogLevel least, std::ostream& out) {
  auto mutex = std::make_shared<Mutex>();
  Start(format, least, nullptr, [mutex, &out](const std::string& line) {
    MutexLock lock(*mutex);
    out.write(line.data(), std::streamsize(line.size()));
    out.flush();
  });
}

bool LogEnabled(LogLevel level) {
  const State& log = TheLog();
  return log.logger != nullptr && log.logger->should_log(ToSpdlog(level));
}

void Log(LogLevel level, absl::string_view message,
         std::initializer_list<LogField> fields) {
  if (!LogEnabled(level)) return;
  std::string payload = PayloadOf(TheLog().format, message, fields);
  TheLog().logger->log(ToSpdlog(level), spdlog::string_view_t(payload));
}

bool FlushLog(std::chrono::milliseconds patience) {
  const State& log = TheLog();
  return log.queue == nullptr || log.queue->Flush(patience);
}

LogCounts CountsOfLog() {
  const State& log = TheLog();
  if (log.queue == nullptr) return {};
  return {log.queue->waiting(), log.queue->dropped()};
}

void TakeLogOfGrpc() { gpr_set_log_function(LogOfGrpc); }

void TakeLogOfProtobuf() { google::protobuf::SetLogHandler(LogOfProtobuf); }

}  // namespace loom
