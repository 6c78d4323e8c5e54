// SPDX-License-Identifier: Apache-2.0
#include "server/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"

namespace loom {
namespace {

constexpr char kUsage[] = R"(Usage: function-loom [serve] [flags]

Serves the function to Crossplane over gRPC. In a pod it needs no flag, because
Crossplane sets TLS_SERVER_CERTS_DIR to the directory of its certificates.

  function-loom --insecure                              on all interfaces, port 9443
  function-loom --insecure --debug --address=127.0.0.1:9443
  function-loom serve --insecure --address 127.0.0.1:0  on any free port
)";

constexpr char kExitCodes[] = R"(
Exit codes: 0 after SIGTERM or SIGINT, once the accepted calls are answered;
1 after a second signal, or if calls do not end; 2 when the server cannot start.
)";

using Seconds = ServerOptions::Seconds;

// "--max-connections" becomes "FUNCTION_LOOM_MAX_CONNECTIONS".
std::string VariableOf(absl::string_view flag) {
  std::string name = absl::AsciiStrToUpper(flag.substr(2));
  std::replace(name.begin(), name.end(), '-', '_');
  return "FUNCTION_LOOM_" + name;
}

class Flags {
 public:
  explicit Flags(CLI::App& app) : app_(app) {}

  Flags& Group(const char* name) {
    group_ = name;
    return *this;
  }

  void Switch(const char* names, bool& value, const char* help) {
    Finish(app_.add_flag(names, value, help), names);
  }

  template <typename T>
  CLI::Option* Value(const char* name, T& value, const char* help) {
    return Finish(app_.add_option(name, value, help), name);
  }

  // For some durations gRPC takes 0 as "at once" and for others as "never", so
  // those that are passed to gRPC are at least 1 s.
  void Duration(const char* name, Seconds& value, std::string help,
                absl::Duration least = absl::Seconds(1)) {
    absl::StrAppend(&help, " (default ",
                    absl::FormatDuration(absl::FromChrono(value)), ").");
    auto set = [name, least, &value](const std::string& text) {
      absl::Duration duration;
      if (!absl::ParseDuration(text, &duration) || duration < least ||
          duration > absl::Hours(24 * 365)) {
        throw CLI::ValidationError(name,
                                   "want a duration such as 90s or 10m, "
                                   "not " +
                                       text);
      }
      value = absl::ToChronoSeconds(duration);
    };
    Finish(app_.add_option_function<std::string>(name, set, help), name);
  }

 private:
  CLI::Option* Finish(CLI::Option* option, absl::string_view names) {
    absl::string_view longest = names.substr(names.rfind("--"));
    return option->group(group_)->envname(VariableOf(longest));
  }

  CLI::App& app_;
  std::string group_;
};

void DeclareServing(Flags& flags, ServerOptions& options,
                    std::string& network) {
  flags.Group("Serving");
  // function-sdk-go has this flag. It is checked and then ignored, because only
  // TCP is supported.
  flags.Value("--network", network, "Network to listen on.")
      ->check(CLI::IsMember({"tcp"}));
  flags.Value("--address", options.address,
              "HOST:PORT to listen on; without HOST, all interfaces.");
  flags
      .Value("--tls-certs-dir", options.tls_certs_dir,
             "Directory of ca.crt, tls.crt and tls.key. They are read again "
             "when they change.")
      ->envname("TLS_SERVER_CERTS_DIR");
  flags.Switch("--insecure", options.insecure,
               "Serve without TLS, even if certificates are given.");
  flags
      .Value("--threads", options.threads,
             "Calls worked on at once (default: the number of cores, at least "
             "2).")
      ->check(CLI::Range(1, 1024));
}

void DeclareOperating(Flags& flags, ServerOptions& options) {
  flags.Group("Operating");
  flags.Switch("-d,--debug", options.debug,
               "Log more, and as text for people instead of JSON.");
  flags.Value("--metrics-address", options.metrics_address,
              "HOST:PORT of /metrics, /livez and /readyz over HTTP; empty for "
              "none (default :8080).");
  flags.Switch("--no-reflection", options.no_reflection,
               "Do not serve gRPC reflection, which grpcurl uses.");
  flags.Switch("--no-syscall-filter", options.no_syscall_filter,
               "Do not give up the system calls that a server does not need.");
  flags.Duration(
      "--drain-delay", options.drain_delay,
      "After SIGTERM, how long calls are still accepted while health "
      "is NOT_SERVING",
      absl::ZeroDuration());
  flags.Duration("--drain-timeout", options.drain_timeout,
                 "How long accepted calls may take after that; a second later "
                 "the process ends, whatever it still does");
  flags.Duration(
      "--max-connection-age", options.max_connection_age,
      "Age at which a connection is closed, so that clients find new "
      "replicas");
  flags.Duration("--max-connection-age-grace", options.max_connection_age_grace,
                 "How long calls may take on a connection of that age");
  flags.Duration("--max-connection-idle", options.max_connection_idle,
                 "How long a connection may be without calls");
}

void DeclareAccess(Flags& flags, ServerOptions& options) {
  flags.Group("What references may read");
  const std::map<std::string, SecretAccess> secrets = {
      {"Deny", SecretAccess::kDeny},
      {"SameNamespace", SecretAccess::kSameNamespace},
      {"Allow", SecretAccess::kAllow}};
  flags
      .Value("--reference-secrets", options.access.secrets,
             "Secrets: Deny, Allow, or SameNamespace for those of the "
             "composite's namespace (default SameNamespace).")
      ->transform(CLI::CheckedTransformer(secrets));
  const std::map<std::string, NamespaceAccess> namespaces = {
      {"Deny", NamespaceAccess::kDeny},
      {"Auto", NamespaceAccess::kAuto},
      {"Allow", NamespaceAccess::kAllow}};
  flags
      .Value("--reference-cross-namespace", options.access.cross_namespace,
             "Objects of other namespaces: Deny, Allow, or Auto for Deny to "
             "namespaced composites only (default Auto).")
      ->transform(CLI::CheckedTransformer(namespaces));
  flags
      .Value("--reference-kinds-allow", options.access.allow_kinds,
             "Only these kinds, as a list of <group>/<Kind> with `*` for any "
             "characters (default: all).")
      ->delimiter(',');
  flags
      .Value("--reference-kinds-deny", options.access.deny_kinds,
             "Not these kinds, whatever is allowed (default: none).")
      ->delimiter(',');
}

void DeclareLimits(Flags& flags, ServerOptions& options) {
  flags.Group("Limits");
  flags
      .Value("--max-recv-message-size", options.max_receive_megabytes,
             "Largest request, in MB (default 16).")
      ->check(CLI::Range(1, 2047));
  flags
      .Value("--call-memory", options.call_megabytes,
             "Memory that one call may use, in MB (default 256).")
      ->check(CLI::Range(1, 65536));
  flags
      .Value("--call-steps", options.call_steps,
             "Work that one call may do, in steps; 100 million take about a "
             "second (default 200000000).")
      ->check(CLI::PositiveNumber);
  flags
      .Value("--transport-memory", options.transport_megabytes,
             "Memory for all messages in transfer, in MB (default: a quarter "
             "of the memory limit, but 64 to 1024; 256 without a limit).")
      ->check(CLI::Range(1, 65536));
  flags
      .Value("--max-connections", options.max_connections,
             "Connections that may be open at once (default 1024).")
      ->check(CLI::Range(1, 1 << 20));
  flags
      .Value("--max-concurrent-streams", options.max_concurrent_streams,
             "Calls that may run at once on one connection (default 128).")
      ->check(CLI::Range(1, 1 << 16));
  flags.Duration("--handshake-timeout", options.handshake_timeout,
                 "How long the handshakes of TLS and HTTP/2 may take");
}

// CLI11 expects the arguments in reverse order. It would also take `--flag=`
// for a flag whose value is the next argument.
std::vector<std::string> ForCli11(const std::vector<std::string>& arguments) {
  std::vector<std::string> taken;
  for (const std::string& argument : arguments) {
    bool empty_value = argument.size() > 3 && argument[0] == '-' &&
                       argument.find('=') == argument.size() - 1;
    if (empty_value) {
      taken.push_back(argument.substr(0, argument.size() - 1));
      taken.emplace_back();
    } else {
      taken.push_back(argument);
    }
  }
  std::reverse(taken.begin(), taken.end());
  return taken;
}

void Declare(CLI::App& app, ServerOptions& options, std::string& network) {
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", options.help, "Show this help.")->group("Serving");
  Flags flags(app);
  DeclareServing(flags, options, network);
  DeclareOperating(flags, options);
  DeclareAccess(flags, options);
  DeclareLimits(flags, options);
}

absl::Status UnknownArgument(const CLI::App& app, const std::string& argument) {
  if (argument.empty() || argument[0] != '-') {
    return absl::InvalidArgumentError(
        absl::StrCat("unexpected argument \"", argument,
                     "\"\n  `function-loom --help` lists the commands"));
  }
  std::string flag = argument.substr(0, argument.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    names.push_back("--" + option->get_lnames()[0]);
  }
  std::string nearest = NearestName(flag, names);
  return absl::InvalidArgumentError(absl::StrCat(
      "unknown flag ", flag, "\n  ",
      nearest.empty() ? "" : absl::StrCat("did you mean ", nearest, "? "),
      "`function-loom serve --help` lists all"));
}

absl::Status CheckCredentials(const ServerOptions& options) {
  if (options.insecure || !options.tls_certs_dir.empty()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      "no credentials: neither --tls-certs-dir (or TLS_SERVER_CERTS_DIR) nor "
      "--insecure is given");
}

}  // namespace

absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments) {
  ServerOptions options;
  std::string network = "tcp";
  CLI::App app;
  Declare(app, options, network);
  try {
    app.parse(ForCli11(arguments));
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  if (std::vector<std::string> rest = app.remaining(); !rest.empty()) {
    return UnknownArgument(app, rest[0]);
  }
  if (options.help) return options;
  LOOM_RETURN_IF_ERROR(CheckCredentials(options));
  return options;
}

std::string ServerHelp() {
  ServerOptions options;
  std::string network;
  CLI::App app;
  Declare(app, options, network);
  CLI::Formatter formatter;
  formatter.column_width(36);
  std::string flags = formatter.make_groups(&app, CLI::AppFormatMode::Normal);
  return absl::StrCat(kUsage, flags, kExitCodes);
}

}  // namespace loom
