// SPDX-License-Identifier: Apache-2.0
// ServeCommand is `function-loom serve`: the server as a process.
//
//   const char* arguments[] = {"--insecure", "--address=127.0.0.1:9443"};
//   int exit_code = ServeCommand(2, arguments);
#pragma once

namespace loom {

// Serves until SIGTERM or SIGINT, finishes the accepted calls and returns 0. A
// second signal ends the process with 1, and so does a call that cannot be
// finished within a second after --drain-delay and --drain-timeout. A log that
// nobody reads delays the end by a second at most.
//
// `argv` holds the `argc` arguments after the name of the command (options.h).
// If the server cannot start, returns 2 and writes a line to stderr, such as
// "function-loom: error: cannot listen on :9443: Address already in use".
int ServeCommand(int argc, const char* const* argv);

}  // namespace loom
