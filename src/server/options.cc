// SPDX-License-Identifier: Apache-2.0
#include "server/options.h"

#include <CLI/CLI.hpp>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/nearest_name.h"
#include "base/status_macros.h"

namespace loom {
namespace {

constexpr char kUsage[] = R"(Usage: function-loom [serve] [flags]

Serves the function to Crossplane over gRPC.

  function-loom --insecure                              on all interfaces, port 9443
  function-loom --insecure --debug --address=127.0.0.1:9443
  function-loom serve --insecure --address 127.0.0.1:0  on any free port
)";

constexpr char kExitCodes[] = R"(
Exit codes: 0 after SIGTERM or SIGINT, once the calls in flight are answered;
2 when it cannot serve.
)";

// The network is read only to be checked: a function listens on TCP.
void Declare(CLI::App& app, ServerOptions& options, std::string& network) {
  app.set_help_flag();
  app.allow_extras();
  app.add_flag("-h,--help", options.help, "Show this help.");
  app.add_flag("-d,--debug", options.debug,
               "Log every call, in lines for people instead of JSON.");
  app.add_option("--network", network, "Network to listen on.")
      ->check(CLI::IsMember({"tcp"}));
  app.add_option("--address", options.address,
                 "HOST:PORT to listen on; without HOST, all interfaces.");
  app.add_option("--tls-certs-dir", options.tls_certs_dir,
                 "Directory of ca.crt, tls.crt and tls.key.")
      ->envname("TLS_SERVER_CERTS_DIR");
  app.add_flag("--insecure", options.insecure,
               "Serve in plain text; certificates are not looked at.");
  app.add_option("--max-recv-message-size", options.max_receive_megabytes,
                 "Largest request, in MB (default 16).")
      ->check(CLI::Range(1, 2047));
  app.add_option("--threads", options.threads,
                 "Calls worked on at once (default: the cores, at least 2).")
      ->check(CLI::Range(1, 1024));
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

// gRPC takes a port modulo 65536.
absl::Status CheckAddress(absl::string_view address) {
  size_t colon = address.rfind(':');
  int port;
  if (colon == absl::string_view::npos ||
      !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 0 ||
      port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("--address: want HOST:PORT, not \"", address, "\""));
  }
  return absl::OkStatus();
}

absl::Status CheckCredentials(const ServerOptions& options) {
  if (options.insecure) return absl::OkStatus();
  if (options.tls_certs_dir.empty()) {
    return absl::InvalidArgumentError(
        "no credentials: neither --tls-certs-dir (or TLS_SERVER_CERTS_DIR) nor "
        "--insecure is given");
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "cannot serve with the certificates in ", options.tls_certs_dir,
      ": this version has no TLS yet and serves only with --insecure"));
}

}  // namespace

absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments) {
  ServerOptions options;
  std::string network = "tcp";
  CLI::App app;
  Declare(app, options, network);
  try {
    // CLI11 takes arguments last to first.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return absl::InvalidArgumentError(error.what());
  }
  if (std::vector<std::string> rest = app.remaining(); !rest.empty()) {
    return UnknownArgument(app, rest[0]);
  }
  if (options.help) return options;
  FN_RETURN_IF_ERROR(CheckAddress(options.address));
  FN_RETURN_IF_ERROR(CheckCredentials(options));
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
