// SPDX-License-Identifier: Apache-2.0
// ServerOptions is what `function-loom serve` is told on its command line or by
// its environment. The flags of function-sdk-go mean what they mean there, so
// that a DeploymentRuntimeConfig written for a function in Go goes on working.
//
//   serve --insecure --address=127.0.0.1:9443 --max-recv-message-size 32
//   FUNCTION_LOOM_MAX_RECV_MESSAGE_SIZE=32 serve --insecure
//
// A flag takes its value as `--flag value` or `--flag=value`; it wins over its
// environment variable, which is FUNCTION_LOOM_ and its name in capitals (but
// TLS_SERVER_CERTS_DIR, which Crossplane sets). Durations are as Go writes
// them: 150s, 10m, 1h30m. One that fails: `serve --insecur` (unknown flag; did
// you mean --insecure?).
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/limits.h"

namespace loom {

struct ServerOptions {
  using Seconds = std::chrono::seconds;

  bool help = false;

  // HOST:PORT; without a host, all interfaces. Port 0 is any free one.
  std::string address = ":9443";
  // Where Crossplane mounts ca.crt, tls.crt and tls.key.
  std::string tls_certs_dir;
  // Plain text. Wins over tls_certs_dir, as the functions specification says.
  bool insecure = false;
  // How many calls are worked on at once; 0: one a core, and at least two.
  int threads = 0;

  bool debug = false;
  // Where metrics and health are told over HTTP; "": nowhere.
  std::string metrics_address = ":8080";
  bool no_reflection = false;

  // Between SIGTERM, when the server says that it does not serve, and the
  // moment when it takes no more calls; and what those it has may take.
  Seconds drain_delay{1};
  Seconds drain_timeout{20};
  Seconds max_connection_age{limits::kConnectionAgeSeconds};
  Seconds max_connection_age_grace{limits::kConnectionAgeGraceSeconds};
  Seconds max_connection_idle{limits::kConnectionIdleSeconds};

  int max_receive_megabytes = limits::kRequestMegabytes;
  int call_megabytes = int(limits::kMostMemory / limits::kMiB);
  uint64_t call_steps = limits::kSteps;
  int transport_megabytes = 0;  // 0: from the memory there is
  int max_connections = limits::kConnections;
  int max_concurrent_streams = limits::kConcurrentStreams;
  Seconds handshake_timeout{limits::kHandshakeSeconds};
};

// Reads the arguments behind `serve`. InvalidArgument: a line for the user, and
// sometimes a second one with advice.
absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments);

// What `serve --help` prints.
std::string ServerHelp();

}  // namespace loom
