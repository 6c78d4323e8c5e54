// SPDX-License-Identifier: Apache-2.0
#include "server/grpc/options.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "base/errors.h"
#include "command_line/flags.h"
#include "data/go/time.h"

namespace loom {
namespace {

constexpr CommandLine kLine = {"serve", ""};

constexpr char kText[] =
    R"(Serves the function to Crossplane over gRPC. In a pod it needs no flags, because
Crossplane sets TLS_SERVER_CERTS_DIR to the directory of its certificates.

  function-loom --insecure                              on all interfaces, port 9443
  function-loom --insecure --debug --address=127.0.0.1:9443

Each flag has an environment variable, such as FUNCTION_LOOM_MAX_CONNECTIONS; that of
--tls-certs-dir is TLS_SERVER_CERTS_DIR. A flag overrides its variable.
)";

constexpr ExitCode kExitCodes[] = {
    {0, "after SIGTERM or SIGINT, once the accepted calls are answered"},
    {1, "after a second signal, or if calls do not end"},
    {2, "the server cannot start"}};

using Seconds = ServerOptions::Seconds;

// "--max-connections" becomes "FUNCTION_LOOM_MAX_CONNECTIONS".
std::string VariableOf(absl::string_view flag) {
  std::string name = absl::AsciiStrToUpper(flag.substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  return "FUNCTION_LOOM_" + name;
}

class Flags {
 public:
  Flags& Group(const char* name) {
    group_ = name;
    return *this;
  }

  // `text` describes the value (command_line/help.h).
  DeclaredFlag& Value(const char* names, absl::string_view text,
                      FlagTarget value, const char* help) {
    const absl::string_view all = names;
    rows_.push_back({.names = names,
                     .target = std::move(value),
                     .value = std::string(text),
                     .description = help,
                     .group = group_,
                     .variable = VariableOf(all.substr(all.rfind("--")))});
    return rows_.back();
  }

  void Switch(const char* names, bool& value, const char* help) {
    Value(names, "", &value, help);
  }

  // One of a few words.
  template <typename T, size_t kSize>
  void Word(const char* name,
            const std::pair<absl::string_view, T> (&rows)[kSize], T& value,
            const char* help) {
    auto set = [&value](const std::string& text) {
      int number = 0;
      if (!absl::SimpleAtoi(text, &number)) {
        return absl::InternalError("not a number");
      }
      value = static_cast<T>(number);
      return absl::OkStatus();
    };
    DeclaredFlag& flag = Value(name, WordsText(rows), set, help);
    for (const auto& [word, meaning] : rows) {
      flag.numbers.emplace(word, static_cast<int>(meaning));
    }
  }

  // For gRPC, 0 means "at once" for some durations and "never" for others, so durations
  // that are passed to gRPC are at least 1 s.
  void Duration(const char* name, Seconds& value, std::string help,
                absl::Duration least = absl::Seconds(1)) {
    absl::StrAppend(&help, " (default ",
                    absl::FormatDuration(absl::FromChrono(value)), ").");
    auto set = [least, &value](const std::string& text) {
      absl::Duration duration;
      if (!absl::ParseDuration(text, &duration) || duration < least ||
          duration > absl::Hours(24 * 365)) {
        return absl::InvalidArgumentError(
            absl::StrCat("expected a duration such as 90s or 10m, got ", text));
      }
      value = absl::ToChronoSeconds(duration);
      return absl::OkStatus();
    };
    Value(name, "DURATION", set, help.c_str());
  }

  // Takes any duration in Go's notation, as function-auto-ready does.
  void GoDuration(const char* name, absl::Duration& value, std::string help) {
    absl::StrAppend(&help, " (default ", absl::FormatDuration(value), ").");
    auto set = [&value](const std::string& text) -> absl::Status {
      LOOM_ASSIGN_OR_RETURN(value, ParseGoDuration(text));
      return absl::OkStatus();
    };
    Value(name, "DURATION", set, help.c_str());
  }

  std::vector<DeclaredFlag> Take() && { return std::move(rows_); }

 private:
  std::vector<DeclaredFlag> rows_;
  std::string group_;
};

void DeclareServing(Flags& flags, ServerOptions& options,
                    std::string& network) {
  flags.Group("Serving");
  // function-sdk-go has this flag. It is checked and then ignored, because only
  // TCP is supported.
  flags.Value("--network", "tcp", &network, "Network to listen on.").one_of = {
      "tcp"};
  flags.Value("--address", "HOST:PORT", &options.address,
              "Address to listen on; without HOST, on all interfaces.");
  flags
      .Value("--tls-certs-dir", "DIR", &options.tls_certs_dir,
             "Directory of ca.crt, tls.crt and tls.key; reloaded on change.")
      .variable = "TLS_SERVER_CERTS_DIR";
  flags.Switch("--insecure", options.insecure,
               "Serve without TLS, even if --tls-certs-dir is set.");
  flags
      .Value("--threads", "NUMBER", &options.threads,
             "Calls processed at once (default: CPU cores, at least 2).")
      .range = {{1, 1024}};
}

void DeclareOperating(Flags& flags, ServerOptions& options) {
  flags.Group("Operating");
  flags.Switch("-d,--debug", options.debug,
               "Log more, as plain text instead of JSON.");
  flags.Value("--metrics-address", "HOST:PORT", &options.metrics_address,
              "/metrics, /livez and /readyz; empty: none (default :8080).");
  flags.Value("--record", "DIR", &options.record.folder,
              "Record calls of one composite to DIR, known secrets redacted.");
  flags.Value("--record-composite", "NAMESPACE/NAME", &options.record.composite,
              "Composite to record; only NAME if it has no namespace.");
  flags
      .Value("--record-megabytes", "MB", &options.record.megabytes,
             "Maximum size of all records.")
      .range = {{1, 1 << 20}};
  flags
      .Value("--record-calls", "NUMBER", &options.record.most_calls,
             "Maximum number of records (default 100).")
      .range = {{1, 99'999}};
  flags.Switch("--no-reflection", options.no_reflection,
               "Do not serve gRPC reflection, which grpcurl uses.");
  flags.Duration("--drain-delay", options.drain_delay,
                 "Time to accept calls after SIGTERM", absl::ZeroDuration());
  flags.Duration("--drain-timeout", options.drain_timeout,
                 "Time to finish calls after --drain-delay");
  flags.Duration("--max-connection-age", options.max_connection_age,
                 "Close connections at this age");
  flags.Duration("--max-connection-age-grace", options.max_connection_age_grace,
                 "Time to end calls after --max-connection-age");
  flags.Duration("--max-connection-idle", options.max_connection_idle,
                 "Close idle connections after this time");
}

void DeclareAccess(Flags& flags, ServerOptions& options) {
  static constexpr std::pair<absl::string_view, SecretAccess> kSecrets[] = {
      {"Deny", SecretAccess::kDeny},
      {"SameNamespace", SecretAccess::kSameNamespace},
      {"Allow", SecretAccess::kAllow}};
  static constexpr std::pair<absl::string_view, NamespaceAccess> kNamespaces[] =
      {{"Deny", NamespaceAccess::kDeny},
       {"Auto", NamespaceAccess::kAuto},
       {"Allow", NamespaceAccess::kAllow}};
  flags.Group("What references may read");
  flags.Word("--reference-secrets", kSecrets, options.access.secrets,
             "Secrets that references may read (default: SameNamespace).");
  flags.Word("--reference-cross-namespace", kNamespaces,
             options.access.cross_namespace,
             "Other namespaces (default Auto: if the XR is cluster-scoped).");
  flags
      .Value("--reference-kinds-allow", "KINDS", &options.access.allow_kinds,
             "Kinds to read: GROUP/KIND,..., `*` is any (default: all).")
      .delimiter = ',';
  flags
      .Value("--reference-kinds-deny", "KINDS", &options.access.deny_kinds,
             "Kinds that are never read, even if allowed (default: none).")
      .delimiter = ',';
  flags.Switch("--limit-drop-ins", options.limit_drop_ins,
               "Apply reference limits to extra resources of drop-in inputs.");
}

void DeclareAutoReady(Flags& flags, ServerOptions& options) {
  static constexpr std::pair<absl::string_view, bool> kNoInput[] = {
      {"ready", true}, {"error", false}};
  flags.Group("For the inputs of other functions");
  flags.GoDuration("--ttl", options.drop_in_ttl,
                   "TTL of responses to drop-in inputs");
  flags.Word("--no-input", kNoInput, options.takes_no_input,
             "No input: run as function-auto-ready or fail (default ready).");
  flags
      .Value("--feature-gates", "NAME=BOOL", &options.feature_gates,
             "Feature gates, such as CELHealthcheckCustomizations=true.")
      .delimiter = ',';
}

void DeclareLimits(Flags& flags, ServerOptions& options) {
  flags.Group("Limits");
  flags
      .Value("--max-recv-message-size", "MB", &options.max_receive_megabytes,
             "Largest request (default 16).")
      .range = {{1, 2047}};
  flags
      .Value("--call-memory", "MB", &options.call_megabytes,
             "Data per call: 32 + 3 x request, at most this (default 256).")
      .range = {{1, 65536}};
  flags
      .Value("--call-steps", "STEPS", &options.call_steps,
             "Steps per call, about 10 ns each (default 200000000).")
      .positive = true;
  flags
      .Value("--transport-memory", "MB", &options.transport_megabytes,
             "Memory for messages (default: a quarter of the memory limit).")
      .range = {{1, 65536}};
  flags
      .Value("--max-connections", "NUMBER", &options.max_connections,
             "Maximum number of open connections (default 1024).")
      .range = {{1, 1 << 20}};
  flags
      .Value("--max-concurrent-streams", "NUMBER",
             &options.max_concurrent_streams,
             "Concurrent calls per connection (default 128).")
      .range = {{1, 1 << 16}};
  flags.Duration("--handshake-timeout", options.handshake_timeout,
                 "Time for the TLS and HTTP/2 handshakes");
}

std::vector<DeclaredFlag> Declared(ServerOptions& options,
                                   std::string& network) {
  Flags flags;
  flags.Group("Serving");
  flags.Value("-h,--help", "", &options.help, "Show this help.").variable = "";
  DeclareServing(flags, options, network);
  DeclareOperating(flags, options);
  DeclareAccess(flags, options);
  DeclareAutoReady(flags, options);
  DeclareLimits(flags, options);
  return std::move(flags).Take();
}

// Reports whether the feature gates of function-auto-ready enable its rules for kinds.
// Every feature gate flag also has the gates AllAlpha and AllBeta.
absl::StatusOr<bool> HealthRulesOf(const std::vector<std::string>& gates) {
  constexpr absl::string_view kGates[] = {"CELHealthcheckCustomizations",
                                          "AllAlpha", "AllBeta"};
  bool all = false;
  std::optional<bool> rules;
  for (absl::string_view gate : gates) {
    std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(gate, absl::MaxSplits('=', 1));
    bool on = false;
    bool known = std::find(std::begin(kGates), std::end(kGates), parts.first) !=
                 std::end(kGates);
    if (!known || !absl::SimpleAtob(parts.second, &on)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--feature-gates ", gate,
          ": expected CELHealthcheckCustomizations=true or =false"));
    }
    if (parts.first == kGates[0]) rules = on;
    if (parts.first == kGates[1]) all = on;
  }
  return rules.value_or(all);
}

absl::Status CheckCredentials(const ServerOptions& options) {
  if (options.insecure || !options.tls_certs_dir.empty()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "cannot serve: set --tls-certs-dir (or TLS_SERVER_CERTS_DIR), or "
      "--insecure\n  for the other commands, see `function-loom --help`");
}

}  // namespace

absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments) {
  ServerOptions options;
  std::string network = "tcp";
  LOOM_RETURN_IF_ERROR(
      ParseFlags(Declared(options, network), arguments, kLine, options.help));
  if (options.help) return options;
  LOOM_RETURN_IF_ERROR(CheckCredentials(options));
  LOOM_ASSIGN_OR_RETURN(options.health_rules,
                        HealthRulesOf(options.feature_gates));
  return options;
}

HelpPage ServerHelp() {
  ServerOptions options;
  std::string network;
  return {.line = kLine,
          .summary = "serve the function to Crossplane over gRPC (the default)",
          .text = kText,
          .flags = FlagsOf(Declared(options, network)),
          .exit_codes = {std::begin(kExitCodes), std::end(kExitCodes)}};
}

}  // namespace loom
