// SPDX-License-Identifier: Apache-2.0
// ServerOptions holds the options of `function-loom serve`, from the command line and
// the environment. The flags of function-sdk-go have the same meaning here, so a
// DeploymentRuntimeConfig written for a function in Go keeps working.
//
// Each flag has an environment variable: FUNCTION_LOOM_ and the flag in capitals,
// except for --tls-certs-dir, whose variable is TLS_SERVER_CERTS_DIR, which Crossplane
// sets. The flag takes precedence. Durations are written as in Go: 150s, 10m or 1h30m.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/limits.h"
#include "command_line/help.h"
#include "crossplane/kinds/access_policy.h"
#include "server/grpc/call_recorder.h"

namespace loom {

struct ServerOptions {
  using Seconds = std::chrono::seconds;

  bool help = false;

  // HOST:PORT (server/process/listener.h). No HOST means all interfaces; port 0 means
  // any free port.
  std::string address = ":9443";
  // The folder where Crossplane mounts ca.crt, tls.crt and tls.key.
  std::string tls_certs_dir;
  // Serve without TLS. Takes precedence over tls_certs_dir, as Crossplane's functions
  // specification requires.
  bool insecure = false;
  // The number of calls served at once. 0: one per core, at least two.
  int threads = 0;

  bool debug = false;
  // HOST:PORT of the HTTP page for metrics and health; "" for none.
  std::string metrics_address = ":8080";
  bool no_reflection = false;
  RecordOptions record;

  // After SIGTERM, health is NOT_SERVING at once, but calls are accepted for
  // drain_delay. After that, accepted calls may take drain_timeout.
  Seconds drain_delay{1};
  Seconds drain_timeout{20};
  Seconds max_connection_age{limits::kConnectionAgeSeconds};
  Seconds max_connection_age_grace{limits::kConnectionAgeGraceSeconds};
  Seconds max_connection_idle{limits::kConnectionIdleSeconds};

  // How long Crossplane may cache the answers to drop-in inputs. And, taken over from
  // function-auto-ready, whether a call without an input is treated as one of its calls
  // (sections/drop_in/auto_ready/auto_ready.h).
  absl::Duration drop_in_ttl = absl::Seconds(60);
  bool takes_no_input = true;
  // The feature gates of function-auto-ready, and whether its rules for kinds apply.
  std::vector<std::string> feature_gates;
  bool health_rules = false;

  // The objects that references may read. An input can only narrow this.
  AccessPolicy access;
  // Whether `access` also applies to drop-in inputs.
  bool limit_drop_ins = false;

  int max_receive_megabytes = limits::kRequestMegabytes;
  int call_megabytes = int(limits::kMostMemory / limits::kMiB);
  uint64_t call_steps = limits::kSteps;
  int transport_megabytes =
      0;  // 0: TransportMemory (server/process/resources.h) decides
  int max_connections = limits::kConnections;
  int max_concurrent_streams = limits::kConcurrentStreams;
  Seconds handshake_timeout{limits::kHandshakeSeconds};
};

// Reads the arguments after `serve`. InvalidArgument: an argument is invalid. The
// message is a line for the user, for some errors followed by a line of advice.
absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments);

HelpPage ServerHelp();

}  // namespace loom
