// SPDX-License-Identifier: Apache-2.0
#include "server/process/library_logs.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include "absl/strings/str_cat.h"
#include "server/process/log.h"
#include "server/process/rarely.h"

namespace loom {
namespace {

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

void TakeLogOfGrpc() { gpr_set_log_function(LogOfGrpc); }

void TakeLogOfProtobuf() { google::protobuf::SetLogHandler(LogOfProtobuf); }

}  // namespace loom
