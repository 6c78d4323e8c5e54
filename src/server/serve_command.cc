// SPDX-License-Identifier: Apache-2.0
#include "server/serve_command.h"

#include <absl/synchronization/mutex.h>
#include <grpc/support/log.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "plan/plan.h"
#include "process/log.h"
#include "resource/object.h"
#include "server/options.h"
#include "server/server.h"

namespace loom {
namespace {

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
  signal(SIGPIPE, SIG_IGN);  // a peer that went is an error of a write
  signal(SIGHUP, SIG_IGN);
  return signals;
}

// What the process holds are Secrets: no core of it on a disk, and nobody of
// the same user looks inside.
void HideMemory() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
}

// Before gRPC looks at them. Its traces print the bytes of messages.
void WatchEnvironment() {
  unsetenv("GRPC_TRACE");
  for (const char* name : {"GRPC_SSL_CIPHER_SUITES", "OPENSSL_CONF"}) {
    if (getenv(name) != nullptr) {
      Log(LogLevel::kWarning, "an environment variable changes the TLS",
          {{"name", name}});
    }
  }
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

int WaitForSignal(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

// Health says no while calls are still taken, so that peers turn away before
// the port closes; then the calls in flight end. Who asks twice is in a hurry.
void End(Server& server, int signal, const sigset_t& signals,
         const ServerOptions& options) {
  Log(LogLevel::kInfo, "shutting down", {{"signal", sigabbrev_np(signal)}});
  std::thread([&signals] {
    WaitForSignal(signals);
    _exit(1);
  }).detach();
  server.StopServing();
  if (signal == SIGTERM) std::this_thread::sleep_for(options.drain_delay);
  server.Shutdown(options.drain_timeout);
  Log(LogLevel::kInfo, "shut down");
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
  // Shared with the thread that waits for a second signal.
  static sigset_t signals;
  signals = BlockEndSignals();
  HideMemory();
  WatchEnvironment();

  Metrics metrics;
  Function function(
      {.max_call_bytes = size_t(options->call_megabytes) * limits::kMiB,
       .max_call_steps = options->call_steps,
       .on_new_plan = LogMistakes});
  auto server = Server::Start(*options, function, &metrics);
  if (!server.ok()) return Fail(server.status());
  Log(LogLevel::kInfo, "serving",
      {{"address", (*server)->address()},
       {"threads", (*server)->threads()},
       {"tls", options->insecure ? "none" : options->tls_certs_dir},
       {"metrics", (*server)->metrics_address()}});
  End(**server, WaitForSignal(signals), signals, *options);
  return 0;
}

}  // namespace loom
