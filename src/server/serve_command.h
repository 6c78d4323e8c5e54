// SPDX-License-Identifier: Apache-2.0
// `function-loom serve`: the server as a process.
#pragma once

namespace loom {

// Serves until SIGTERM or SIGINT, then answers the calls in flight. `argv`
// holds the arguments behind the command. Returns the exit code: 0, or 2 with a
// line on stderr when it cannot serve.
int ServeCommand(int argc, const char* const* argv);

}  // namespace loom
