// SPDX-License-Identifier: Apache-2.0
// ServerOptions is what `function-loom serve` is told on its command line. The
// flags are those of function-sdk-go, so that a DeploymentRuntimeConfig written
// for a function in Go goes on working; `--threads` is ours.
//
//   serve --insecure --address=127.0.0.1:9443 --max-recv-message-size 32
//
// A flag takes its value as `--flag value` or `--flag=value`. One that fails:
// `serve --insecur` (unknown flag; did you mean --insecure?).
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace loom {

struct ServerOptions {
  bool help = false;
  bool debug = false;
  // HOST:PORT; without a host, all interfaces. Port 0 is any free one.
  std::string address = ":9443";
  // Where Crossplane mounts ca.crt, tls.crt and tls.key.
  std::string tls_certs_dir;
  // Plain text. Wins over tls_certs_dir, as the functions specification says.
  bool insecure = false;
  // Larger than function-sdk-go's 4: Crossplane sends without a limit.
  int max_receive_megabytes = 16;
  // How many calls are worked on at once; 0: one a core, and at least two.
  int threads = 0;
};

// Reads the arguments behind `serve`. InvalidArgument: a line for the user, and
// sometimes a second one with advice.
absl::StatusOr<ServerOptions> ParseServerOptions(
    const std::vector<std::string>& arguments);

// What `serve --help` prints.
std::string ServerHelp();

}  // namespace loom
