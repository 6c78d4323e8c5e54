// SPDX-License-Identifier: Apache-2.0
// The pages of a small command line.
#pragma once

#include <vector>

#include "command_line/help.h"

namespace loom {

inline std::vector<HelpPage> SmallPages() {
  return {{.line = {"serve", ""},
           .summary = "serve it",
           .text = "Serves.\n",
           .flags = {{{"--wait"}, "DURATION", "How long.", "Serving"}}},
          {.line = {"lint", "FILE..."},
           .summary = "find it's mistakes",
           .text = "Finds.\n\n  lint a.yaml\n  lint b.yaml\n\nMistakes.\n",
           .flags = {{{"--output"}, "text|json", "How: [as] it's.", "Output"},
                     {{"-s", "--schemas"}, "PATH", "CRDs.", "Output"},
                     {{"-q", "--quiet"}, "", "Less.", "Output"}},
           .other_flags = {{{"--trace"}, "", "More.", "Output"}},
           .exit_codes = {{0, "linted"}, {2, "not linted"}}},
          {.line = {"help", "[COMMAND]"},
           .summary = "help",
           .words = {"serve", "lint"}}};
}

}  // namespace loom
