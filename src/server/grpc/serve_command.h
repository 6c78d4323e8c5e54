// SPDX-License-Identifier: Apache-2.0
// ServeCommand implements `function-loom serve`: it runs the server as a process.
#pragma once

namespace loom {

// Serves until SIGTERM or SIGINT, finishes the accepted calls and returns 0. A
// second signal ends the process with exit code 1, and so does a call that is
// not finished within a second after --drain-delay and --drain-timeout. A log
// that is not read delays the end by at most a second.
//
// `argv` holds the `argc` arguments after the name of the command (options.h). If the
// server cannot start, writes a line to stderr and returns 2.
int ServeCommand(int argc, const char* const* argv);

}  // namespace loom
