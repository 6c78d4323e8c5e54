// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/serve_command.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "absl/strings/str_join.h"
#include "base/limits.h"
#include "base/strings.h"
#include "command_line/errors.h"
#include "crossplane/objects/object.h"
#include "function/plan/plan.h"
#include "server/grpc/options.h"
#include "server/grpc/server.h"
#include "server/process/log.h"
#include "server/process/resources.h"

namespace loom {
namespace {

// The longest time from the end of the drain to the end of the process, and the longest
// time that it then spends on logging the reason.
constexpr std::chrono::seconds kUntilHardEnd{1};
constexpr std::chrono::milliseconds kUntilLastLine{100};

// Blocks the signals that end the server, and returns them. All threads that
// are started later inherit the block, so the signals stay pending until
// sigwait takes them. This also works for process 1 of a container, for which
// the kernel drops signals that have neither a handler nor a block.
sigset_t BlockEndSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);  // writing to a closed connection fails with EPIPE
  signal(SIGHUP, SIG_IGN);
  return signals;
}

// The memory of the process contains Secrets, so it writes no core dumps, and
// other processes of the same user cannot read its memory.
void HideMemory() {
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0);
}

// Turns off gRPC's traces, which print the bytes of messages. Must come before gRPC
// reads the environment.
void WatchEnvironment() {
  unsetenv("GRPC_TRACE");
  for (const char* name : {"GRPC_SSL_CIPHER_SUITES", "OPENSSL_CONF"}) {
    if (getenv(name) != nullptr) {
      Log(LogLevel::kWarning,
          "an environment variable changes the TLS configuration",
          {{"name", name}});
    }
  }
}

// Logs mistakes in an input that do not stop it: the Go function that the input is
// written for accepts them. The messages quote the input, but no object.
void LogMistakes(const Plan& plan) {
  constexpr size_t kMost = 20;  // the author may have made any number
  if (plan.notes.empty()) return;
  auto end = plan.notes.begin() + std::min(kMost, plan.notes.size());
  std::string mistakes = absl::StrJoin(plan.notes.begin(), end, "; ");
  Log(LogLevel::kWarning, "an input has errors but is used",
      {{"apiVersion", Shortened(ApiVersion(plan.input), limits::kName)},
       {"count", plan.notes.size()},
       {"mistakes", Shortened(mistakes, limits::kMessage)}});
}

// Logs that an input asks for more than the flags allow, which has no effect.
void LogWideness(const Plan& plan, const AccessPolicy& flags) {
  if (plan.settings.access == nullptr) return;
  std::vector<std::string> members = plan.settings.access->Beyond(flags);
  if (members.empty()) return;
  Log(LogLevel::kWarning, "an input asks for more than the flags allow",
      {{"members", absl::StrJoin(members, ", ")}});
}

constexpr int kCannotServe = 2;

int Fail(const absl::Status& status) {
  PrintErrors(status, std::cerr);
  return kCannotServe;
}

int WaitForSignal(const sigset_t& signals) {
  int signal = 0;
  sigwait(&signals, &signal);
  return signal;
}

// Ends the process if it has not ended after this time, whatever it is waiting for: a
// call that does not end, or a log that is not read.
void EndAtTheLatestAfter(std::chrono::seconds time) {
  std::thread([time] {
    std::this_thread::sleep_for(time);
    Log(LogLevel::kError, "exited with unfinished calls");
    FlushLog(kUntilLastLine);
    _exit(1);
  }).detach();
}

// Health is NOT_SERVING for a while before the port closes, so that clients switch to
// other replicas. Then the accepted calls are finished. A second signal ends the
// process at once.
void End(Server& server, int signal, const sigset_t& signals,
         const ServerOptions& options) {
  auto delay =
      signal == SIGTERM ? options.drain_delay : std::chrono::seconds(0);
  EndAtTheLatestAfter(delay + options.drain_timeout + kUntilHardEnd);
  Log(LogLevel::kInfo, "shutting down", {{"signal", sigabbrev_np(signal)}});
  std::thread([&signals] {
    WaitForSignal(signals);
    _exit(1);
  }).detach();
  server.StopServing();
  std::this_thread::sleep_for(delay);
  server.Shutdown(options.drain_timeout);
  Log(LogLevel::kInfo, "shut down");
}

absl::Status ServeUntilStopped(const ServerOptions& options,
                               const sigset_t& signals) {
  Metrics metrics;
  Function function(
      {.max_call_bytes = size_t(options.call_megabytes) * limits::kMiB,
       .max_call_steps = options.call_steps,
       .access = options.access,
       .limit_drop_ins = options.limit_drop_ins,
       .drop_in_ttl = options.drop_in_ttl,
       .takes_no_input = options.takes_no_input,
       .health_rules = options.health_rules,
       .max_calls_bytes = MemoryOfAllCalls(MemoryLimit()),
       .on_new_plan = [&](const Plan& plan) {
         LogMistakes(plan);
         LogWideness(plan, options.access);
       }});
  auto server = Server::Start(options, function, &metrics);
  if (!server.ok()) return server.status();
  Log(LogLevel::kInfo, "serving",
      {{"address", (*server)->address()},
       {"threads", (*server)->threads()},
       {"tls", options.insecure ? "none" : options.tls_certs_dir},
       {"metrics", (*server)->metrics_address()}});
  End(**server, WaitForSignal(signals), signals, options);
  return absl::OkStatus();
}

}  // namespace

int ServeCommand(int argc, const char* const* argv) {
  auto options = ParseServerOptions({argv, argv + argc});
  if (!options.ok()) return Fail(options.status());
  if (options->help) {
    std::cout << HelpText(ServerHelp());
    return 0;
  }
  StartLog(options->debug ? LogFormat::kConsole : LogFormat::kJson,
           options->debug ? LogLevel::kDebug : LogLevel::kInfo, STDERR_FILENO);
  TakeLogOfGrpc();
  // Debian's Abseil is compiled with the deadlock detector, which tracks every lock.
  // Without it a small call takes a seventh fewer instructions.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  // Static, because the thread that waits for a second signal is never joined.
  static sigset_t signals;
  signals = BlockEndSignals();
  HideMemory();
  WatchEnvironment();
  absl::Status served = ServeUntilStopped(*options, signals);
  // A pipe that is not read does not delay the end, either.
  if (!FlushLog(std::chrono::seconds(limits::kLogFlushSeconds))) {
    _exit(served.ok() ? 0 : kCannotServe);
  }
  return served.ok() ? 0 : Fail(served);
}

}  // namespace loom
