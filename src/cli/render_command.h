// SPDX-License-Identifier: Apache-2.0
// `function-loom render`: what Crossplane would make of a composite, without
// Crossplane. The text is that of `crossplane render` 2.2, byte for byte.
//
// Exit codes: 0 rendered; 1 the content is wrong (a FATAL result, XR and
// Composition that do not fit); 2 it could not be rendered (an unknown flag, a
// file that cannot be read, a function that cannot be reached). With 1 and 2
// nothing is on stdout, and one line on stderr says what is the matter, at most
// two more what to do.
#pragma once

#include <istream>
#include <ostream>
#include <string>
#include <vector>

namespace loom {

// `argv` holds the arguments behind the command. Returns the exit code.
int RenderCommand(int argc, const char* const* argv);

// The same on any streams.
int RunRender(const std::vector<std::string>& arguments, std::istream& in,
              std::ostream& out, std::ostream& err);

}  // namespace loom
