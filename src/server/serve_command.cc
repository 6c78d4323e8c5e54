// SPDX-License-Identifier: Apache-2.0
#include "server/serve_command.h"

#include <absl/synchronization/mutex.h>
#include <grpc/support/log.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <iostream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "function/plan.h"
#include "resource/object.h"
#include "server/log.h"
#include "server/options.h"
#include "server/server.h"

namespace loom {
namespace {

// Kubernetes kills 30 s after SIGTERM.
constexpr std::chrono::seconds kPatience{20};

// gRPC's own lines, which are not structured and say at ERROR what any port
// scan can bring about.
void LogOfGrpc(gpr_log_func_args* line) {
  Log(LogLevel::kDebug, line->message,
      {{"source", absl::StrCat("grpc ", line->file, ":", line->line)}});
}

// The signals that end the server. Blocked before any thread starts, they reach
// none and are waited for; as process 1 of a container this is also what keeps
// the kernel from dropping them.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

// What a Go function lets pass, so that ours must not stop there either.
void LogMistakes(const Plan& plan) {
  constexpr size_t kMost = 20;  // of what a stranger wrote
  if (plan.notes.empty()) return;
  auto end = plan.notes.begin() + std::min(kMost, plan.notes.size());
  Log(LogLevel::kWarning, "mistakes in an input, which works nevertheless",
      {{"apiVersion", ApiVersion(plan.input)},
       {"count", plan.notes.size()},
       {"mistakes", absl::StrJoin(plan.notes.begin(), end, "; ")}});
}

int Fail(const absl::Status& status) {
  std::cerr << "function-loom: error: " << status.message() << "\n";
  return 2;
}

}  // namespace

int ServeCommand(int argc, const char* const* argv) {
  auto options = ParseServerOptions({argv, argv + argc});
  if (!options.ok()) return Fail(options.status());
  if (options->help) {
    std::cout << ServerHelp();
    return 0;
  }
  StartLog(options->debug ? LogFormat::kConsole : LogFormat::kJson,
           options->debug ? LogLevel::kDebug : LogLevel::kInfo, std::cerr);
  gpr_set_log_function(LogOfGrpc);
  // Debian builds Abseil with its deadlock detector, which follows every lock:
  // a seventh of the instructions of a small call.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  sigset_t signals = BlockEndSignals();

  Function function({.on_new_plan = LogMistakes});
  auto server = Server::Start(*options, function);
  if (!server.ok()) return Fail(server.status());
  Log(LogLevel::kInfo, "serving",
      {{"address", (*server)->address()}, {"threads", (*server)->threads()}});

  int signal = 0;
  sigwait(&signals, &signal);
  Log(LogLevel::kInfo, "shutting down", {{"signal", sigabbrev_np(signal)}});
  (*server)->Shutdown(kPatience);
  return 0;
}

}  // namespace loom
